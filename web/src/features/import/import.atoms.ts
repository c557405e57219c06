import { atom, type Getter, type Setter } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import {
  getImports,
  IMPORT_MAX_BYTES,
  type Import,
  type ImportKind,
  type ImportPlan,
  type Preview,
  previewImport,
  startImport,
  undoImport,
  uploadImport,
} from '#contracts/endpoints/imports.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer } from '../../api/api-client.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';

/** The interval at which the progress of an import is requested, in milliseconds. */
const PROGRESS_MS = 700;

export const isAtWork = ({ state }: Pick<Import, 'state'>) => state === 'running' || state === 'undoing';

export const importsQuery = createQuery({
  endpoint: getImports,
  ask: (api, _all: null) => api.call(getImports, {}),
  tags: () => ['imports'],
  refetchAfterMs: (reply) => reply?.requestedData.some(isAtWork) === true && PROGRESS_MS,
});

export const importsAtom = atom((get) =>
  (get(importsQuery.replyAtom)?.requestedData ?? []).filter(({ state }) => state !== 'uploaded'),
);

/** A file that was brought before the page was loaded again, and not imported. */
export const leftFileAtom = atom((get) =>
  get(previewAtom) === null
    ? get(importsQuery.replyAtom)?.requestedData.find(({ state }) => state === 'uploaded')
    : undefined,
);

export const isImportingAtom = atom((get) => get(importsAtom).some(isAtWork));

/** What the file that is brought will become; null without one. */
export const previewAtom = atom<Preview | null>(null);

type Step = 'upload' | 'preview' | 'start' | 'undo';

/** The file by its id, and how it is to be read. */
type Choice = { readonly id: string } & ({ readonly plan: ImportPlan } | { readonly kind: ImportKind });

/** The last choice until the file is read by it. */
const chosenAtom = atom<Choice | null>(null);

/** What the file holds and in which columns, as it was chosen last. */
export const planAtom = atom((get) => {
  const chosen = get(chosenAtom);
  const plan = get(previewAtom)?.import.plan;
  return chosen && 'plan' in chosen ? chosen.plan : plan;
});

/** The kind of the file while the columns that fit it are looked for. */
export const newKindAtom = atom((get) => {
  const chosen = get(chosenAtom);
  return chosen && 'kind' in chosen ? chosen.kind : null;
});

/** What takes the focus next: the file, the columns, or an import by its id. */
export const focusNextAtom = atom<string | null>(null);

/** What is under way. */
export const underWayAtom = atom<Step | null>(null);
export const importAlertAtom = atom(noAlert);

/** Runs one step at a time; a refusal is shown. Null when there is no reply. */
async function take<E extends Endpoint>(
  get: Getter,
  set: Setter,
  step: Step,
  work: () => Promise<Answer<E>>,
): Promise<ReplyOf<E> | null> {
  if (get(underWayAtom) !== null) return null;
  set(underWayAtom, step);
  set(importAlertAtom, noAlert);
  const answer = await work();
  set(underWayAtom, null);
  if (answer.ok) return answer.reply;
  set(importAlertAtom, errorAlert(answer.message));
  return null;
}

export const uploadAtom = atom(null, async (get, set, file: File) => {
  if (file.size > IMPORT_MAX_BYTES) return set(importAlertAtom, errorAlert(messages.fileTooLarge));
  const seen = await take(get, set, 'upload', () =>
    get(apiAtom).call(uploadImport, {
      query: { name: file.name },
      body: file,
    }),
  );
  if (!seen) return;
  set(previewAtom, seen);
  set(focusNextAtom, 'columns');
});

/** Reads the file by one choice at a time. Of the choices that are made meanwhile the last one counts. */
const readAgainAtom = atom(null, async (get, set, choice: Choice) => {
  const step = get(underWayAtom);
  if (step !== null && step !== 'preview') return;
  set(chosenAtom, choice);
  if (step !== null) return;
  for (let next: Choice | null = choice; next !== null; next = get(chosenAtom)) {
    const { id, ...how } = next;
    const body = 'plan' in how ? { plan: JSON.stringify(how.plan) } : how;
    const seen = await take(get, set, 'preview', () =>
      get(apiAtom).call(previewImport, { params: { id }, body }),
    );
    // The file was left.
    if (get(chosenAtom) === null) return;
    if (seen) set(previewAtom, seen);
    if (get(chosenAtom) === next) set(chosenAtom, null);
  }
});

/** Reads the file by another plan. */
export const changePlanAtom = atom(null, (_get, set, id: string, plan: ImportPlan) =>
  set(readAgainAtom, { id, plan }),
);

/** Reads the file as one of sales or of people, with the columns that fit. */
export const changeKindAtom = atom(null, (_get, set, id: string, kind: ImportKind) =>
  set(readAgainAtom, { id, kind }),
);

/** Opens a file that was brought before. */
export const goOnAtom = atom(null, async (get, set, { id, plan }: Pick<Import, 'id' | 'plan'>) => {
  await set(changePlanAtom, id, plan);
  if (get(previewAtom)) set(focusNextAtom, 'columns');
});

/** Leaves the file for another one. */
export const leaveFileAtom = atom(null, (_get, set) => {
  set(chosenAtom, null);
  set(previewAtom, null);
  set(focusNextAtom, 'file');
});

export const startAtom = atom(null, async (get, set) => {
  const id = get(previewAtom)?.import.id ?? '';
  const begun = await take(get, set, 'start', () => get(apiAtom).call(startImport, { params: { id } }));
  await set(importsQuery.reloadAtom);
  if (!begun) return;
  set(previewAtom, null);
  set(focusNextAtom, id);
});

export const undoAtom = atom(null, async (get, set, id: string) => {
  const begun = await take(get, set, 'undo', () => get(apiAtom).call(undoImport, { params: { id } }));
  await set(importsQuery.reloadAtom);
  if (begun) set(focusNextAtom, id);
});
