import { atom, type Getter, type Setter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { changedFields, createForm, type Form, type FormRules } from './form.atoms.ts';

type EditRules<Draft, E extends Endpoint> = Pick<
  FormRules<Draft, E>,
  'tidy' | 'check' | 'fieldsOf' | 'failure' | 'success'
> & {
  /** The row as it was loaded, as a draft; an untouched form follows it. */
  readonly row: (get: Getter) => Draft;
  /** The current row on the server; null when it is deleted, undefined without an answer. */
  readonly ask: (api: ApiClient, get: Getter) => Promise<Draft | null | undefined>;
  /** Shown when the row is deleted. */
  readonly missing: MessageCode;
  /** `changed` has the fields that this person changed; the server keeps the others. */
  readonly send: (
    api: ApiClient,
    changed: Partial<Draft>,
    idempotencyKey: string,
    get: Getter,
    draft: Draft,
    set: Setter,
  ) => Promise<Answer<E>>;
};

/**
 * Sends only the fields that the person changed, so that two people can edit different fields at the same time.
 * Before it sends, it reads the row again: when another person changed the same field, it sends nothing and shows
 * the other value. Saving again overwrites it.
 */
export function createEdit<Draft extends object, E extends Endpoint>(
  rules: EditRules<Draft, E>,
): Form<Draft, ReplyOf<E>> {
  /** The row as the person last saw it; null until the person types. */
  const seenAtom = atom<Draft | null>(null);
  const nowAtom = atom<Draft | null | undefined>(undefined);
  const askingAtom = atom(false);
  const conflictsAtom = atom<Partial<Draft>>({});
  const knownOf = (get: Getter) => get(seenAtom) ?? rules.row(get);

  const form = createForm<Draft, E>({
    ...rules,
    start: rules.row,
    check: (draft, get) => {
      if (get(nowAtom) === null) return { error: rules.missing, fields: [] };
      const problem = rules.check(draft, get);
      if (problem) return problem;
      const fields = differing(draft, knownOf(get)).filter((field) => field in get(conflictsAtom));
      return fields.length > 0 ? { error: 'conflict', fields } : null;
    },
    send: (api, draft, key, get, set) =>
      rules.send(api, changedFields(knownOf(get), draft), key, get, draft, set),
  });

  const typeAtom = atom(null, (get, set, change: Partial<Draft>) => {
    set(seenAtom, knownOf(get));
    set(form.typeAtom, change);
  });

  /** Reads the row again, takes over the fields that this person did not touch, and notes the conflicts. */
  const compareAtom = atom(null, async (get, set) => {
    set(askingAtom, true);
    const now = await rules.ask(get(apiAtom), get);
    set(askingAtom, false);
    set(nowAtom, now);
    set(conflictsAtom, {});
    if (!now) return;
    const [known, draft] = [knownOf(get), get(form.draftAtom)];
    const theirs = differing(now, known).filter((field) => now[field] !== draft[field]);
    const mine = differing(draft, known);
    set(
      conflictsAtom,
      picked(
        now,
        theirs.filter((field) => mine.includes(field)),
      ),
    );
    const others = picked(
      now,
      theirs.filter((field) => !mine.includes(field)),
    );
    if (Object.keys(others).length > 0) {
      set(typeAtom, others);
      set(seenAtom, { ...known, ...others });
    }
  });

  const submitAtom: WritableAtom<null, [], Promise<ReplyOf<E> | null>> = atom(null, async (get, set) => {
    if (get(askingAtom) || get(form.busyAtom)) return null;
    await set(compareAtom);
    const tellsOthers = rules.check(get(form.draftAtom), get) === null;
    const reply = await set(form.submitAtom);
    // Shown once; from now on the person knows the other value.
    if (tellsOthers) set(seenAtom, { ...knownOf(get), ...get(conflictsAtom) });
    return reply;
  });

  return {
    ...form,
    typeAtom,
    submitAtom,
    conflictsAtom,
    busyAtom: atom((get) => get(askingAtom) || get(form.busyAtom)),
    // What another person changed in the row since then is no work of this person.
    changedAtom: atom(
      (get) => get(form.changedAtom) && differing(get(form.draftAtom), knownOf(get)).length > 0,
    ),
    discardAtom: atom(null, (_get, set) => {
      set(form.discardAtom);
      set(seenAtom, null);
    }),
  };
}

function differing<Draft extends object>(left: Draft, right: Draft): (keyof Draft)[] {
  return (Object.keys(left) as (keyof Draft)[]).filter((field) => left[field] !== right[field]);
}

function picked<Draft extends object>(draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]])) as Partial<Draft>;
}
