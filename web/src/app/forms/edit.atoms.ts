import { type Atom, atom, type Getter, type Setter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { changed, createForm, type Form, type FormRules } from './form.atoms.ts';

/** A form of a row that others may edit at the same time. */
export type Edit<Draft, Reply = unknown> = Form<Draft, Reply> & {
  /** What somebody else put meanwhile where this person has put something else; told once, then it may be sent. */
  readonly othersAtom: Atom<Partial<Draft>>;
};

type EditRules<Draft, E extends Endpoint> = Pick<
  FormRules<Draft, E>,
  'tidy' | 'check' | 'fieldsOf' | 'failure' | 'success'
> & {
  /** The row as it was fetched, in the form; an untouched form follows it. */
  readonly row: (get: Getter) => Draft;
  /** The row as it is now; null when it is gone, undefined when nobody answers. */
  readonly ask: (api: ApiClient, get: Getter) => Promise<Draft | null | undefined>;
  /** Told when it is gone. */
  readonly missing: MessageCode;
  /** `changed` are the fields that this person changed; what is not sent stays. */
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
 * Sends only what the person changed, so that two people who edit different fields both get what they want. Right
 * before sending the row is read again: where somebody else changed the same field nothing is sent, and the person
 * is told what stands there now; pressed again, his own goes through.
 */
export function createEdit<Draft extends object, E extends Endpoint>(
  rules: EditRules<Draft, E>,
): Edit<Draft, ReplyOf<E>> {
  /** The row as the person knows it; null until something is typed. */
  const seenAtom = atom<Draft | null>(null);
  const nowAtom = atom<Draft | null | undefined>(undefined);
  const askingAtom = atom(false);
  const othersAtom = atom<Partial<Draft>>({});
  const knownOf = (get: Getter) => get(seenAtom) ?? rules.row(get);

  const form = createForm<Draft, E>({
    ...rules,
    start: rules.row,
    check: (draft, get) => {
      if (get(nowAtom) === null) return { error: rules.missing, fields: [] };
      const problem = rules.check(draft, get);
      if (problem) return problem;
      const fields = differing(draft, knownOf(get)).filter((field) => field in get(othersAtom));
      return fields.length > 0 ? { error: 'conflict', fields } : null;
    },
    send: (api, draft, key, get, set) => rules.send(api, changed(knownOf(get), draft), key, get, draft, set),
  });

  const typeAtom = atom(null, (get, set, change: Partial<Draft>) => {
    set(seenAtom, knownOf(get));
    set(form.typeAtom, change);
  });

  /** Reads the row again, takes over what this person left alone, and notes where both changed the same. */
  const compareAtom = atom(null, async (get, set) => {
    set(askingAtom, true);
    const now = await rules.ask(get(apiAtom), get);
    set(askingAtom, false);
    set(nowAtom, now);
    set(othersAtom, {});
    if (!now) return;
    const [known, draft] = [knownOf(get), get(form.draftAtom)];
    const theirs = differing(now, known).filter((field) => now[field] !== draft[field]);
    const mine = differing(draft, known);
    set(
      othersAtom,
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
    // Told once: from now on the person knows it.
    if (tellsOthers) set(seenAtom, { ...knownOf(get), ...get(othersAtom) });
    return reply;
  });

  return {
    ...form,
    typeAtom,
    submitAtom,
    othersAtom,
    busyAtom: atom((get) => get(askingAtom) || get(form.busyAtom)),
  };
}

function differing<Draft extends object>(left: Draft, right: Draft): (keyof Draft)[] {
  return (Object.keys(left) as (keyof Draft)[]).filter((field) => left[field] !== right[field]);
}

function picked<Draft extends object>(draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]])) as Partial<Draft>;
}
