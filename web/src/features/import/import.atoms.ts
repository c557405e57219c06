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
  if (seen) set(previewAtom, seen);
});

/** Reads the file by another plan. */
export const changePlanAtom = atom(null, async (get, set, id: string, plan: ImportPlan) => {
  const seen = await take(get, set, 'preview', () =>
    get(apiAtom).call(previewImport, { params: { id }, body: { plan: JSON.stringify(plan) } }),
  );
  if (seen) set(previewAtom, seen);
});

/** Reads the file as one of sales or of people, with the columns that fit. */
export const changeKindAtom = atom(null, async (get, set, id: string, kind: ImportKind) => {
  const seen = await take(get, set, 'preview', () =>
    get(apiAtom).call(previewImport, { params: { id }, body: { kind } }),
  );
  if (seen) set(previewAtom, seen);
});

export const startAtom = atom(null, async (get, set) => {
  const id = get(previewAtom)?.import.id ?? '';
  const begun = await take(get, set, 'start', () => get(apiAtom).call(startImport, { params: { id } }));
  if (begun) set(previewAtom, null);
  await set(importsQuery.reloadAtom);
});

export const undoAtom = atom(null, async (get, set, id: string) => {
  await take(get, set, 'undo', () => get(apiAtom).call(undoImport, { params: { id } }));
  await set(importsQuery.reloadAtom);
});
