import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { apiAsOfAtom, askedAsOfAtom } from './as-of.atoms.ts';

/** What a screen shows of the server, by a question such as an id or a date, as of the instant that the screen shows. */
export type Resource<Question, Reply> = {
  /** What was asked last. A screen that has just been given another question shows nothing of the one before. */
  readonly questionAtom: Atom<unknown>;
  /** The last answer to the current question; it stays while the same question is asked again. */
  readonly replyAtom: Atom<Reply | undefined>;
  /** Why the last try failed, for people; null when it did not. */
  readonly problemAtom: WritableAtom<string | null, [string | null], void>;
  /** The refusal of the last try: tells a missing row from an outage. */
  readonly errorAtom: Atom<MessageCode | null>;
  readonly loadingAtom: Atom<boolean>;
  /** The answer could not wait for the caller's own last write. */
  readonly staleAtom: Atom<boolean>;
  /** Asks; a late answer to an earlier question is dropped. */
  readonly loadAtom: WritableAtom<null, [Question], Promise<void>>;
  /** Asks the current question again, if there is one. */
  readonly reloadAtom: WritableAtom<null, [], Promise<void>>;
};

type Options<Question, E extends Endpoint> = {
  readonly ask: (api: ApiClient, question: Question, get: Getter) => Promise<Answer<E>>;
  /** What is said instead of the server's own message, where the specification has words for it. */
  readonly failure?: MessageCode;
};

type Asked<Question> = { question: Question; asOf: string | null; turn: number };
type Held<Question, Reply> = Pick<Asked<Question>, 'question' | 'asOf'> & { reply: Reply; stale: boolean };

export function createResource<Question, E extends Endpoint>({
  ask,
  failure,
}: Options<Question, E>): Resource<Question, ReplyOf<E>> {
  const questionAtom = atom<Asked<Question> | null>(null);
  const heldAtom = atom<Held<Question, ReplyOf<E>> | null>(null);
  const problemAtom = atom<string | null>(null);
  const errorAtom = atom<MessageCode | null>(null);
  const loadingAtom = atom(false);
  const currentAtom = atom((get) => {
    const held = get(heldAtom);
    if (!held || !isSame(held.question, get(questionAtom)?.question)) return undefined;
    const asOf = get(askedAsOfAtom);
    if (held.asOf === asOf) return held;
    // Another instant of the past follows in a moment: until then nothing flickers. The past is never taken for now.
    const follows = held.asOf !== null && asOf !== null && get(errorAtom) === null;
    return follows ? held : undefined;
  });

  const loadAtom = atom(null, async (get, set, question: Question): Promise<void> => {
    const before = get(questionAtom);
    const asOf = get(askedAsOfAtom);
    const turn = (before?.turn ?? 0) + 1;
    if (before && !(before.asOf === asOf && isSame(before.question, question))) {
      set(errorAtom, null);
      set(problemAtom, null);
    }
    set(questionAtom, { question, asOf, turn });
    set(loadingAtom, true);
    const answer = await ask(get(apiAsOfAtom), question, get);
    if (get(questionAtom)?.turn !== turn) return;
    set(loadingAtom, false);
    set(errorAtom, answer.ok ? null : answer.error);
    set(problemAtom, answer.ok ? null : failure ? messages[failure] : answer.message);
    if (answer.ok) set(heldAtom, { question, asOf, reply: answer.reply, stale: answer.stale });
  });

  return {
    questionAtom: atom((get) => get(questionAtom)?.question),
    replyAtom: atom((get) => get(currentAtom)?.reply),
    staleAtom: atom((get) => get(currentAtom)?.stale ?? false),
    problemAtom,
    errorAtom,
    loadingAtom,
    loadAtom,
    reloadAtom: atom(null, async (get, set) => {
      const asked = get(questionAtom);
      if (asked) await set(loadAtom, asked.question);
    }),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
