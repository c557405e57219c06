import { type Atom, atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type ErrorBody, errorBody, type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { type Answer, type ApiClient, isGeneric } from '../../api/api-client.ts';
import { additionOf, newKey, type Submission, submissionOf } from '../../api/submission.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** Why a draft cannot be sent: the message, and the fields with a red outline. */
export type Problem<Draft> = {
  readonly error: MessageCode;
  readonly fields: readonly (keyof Draft)[];
  /** Shown below the message. */
  readonly also?: MessageCode;
};

/** A form: its draft, its problems, and its submission. Views draw it; the rules are in its atoms. */
export type Form<Draft, Reply = unknown> = {
  readonly draftAtom: Atom<Draft>;
  /** Changes some fields and removes their red outlines. */
  readonly typeAtom: WritableAtom<null, [Partial<Draft>], void>;
  readonly refusedAtom: Atom<readonly (keyof Draft)[]>;
  /** What another person entered in the meantime; only an edit (`createEdit`) ever has any. */
  readonly conflictsAtom: Atom<Partial<Draft>>;
  /** The alert banner of this form. */
  readonly alertAtom: PrimitiveAtom<Alert>;
  readonly busyAtom: Atom<boolean>;
  /** Whether the draft has something that is neither saved nor the start. */
  readonly changedAtom: Atom<boolean>;
  /** Returns to the untouched form. */
  readonly discardAtom: WritableAtom<null, [], void>;
  /** Sends the draft and returns the reply; null after a failure, which keeps the draft. */
  readonly submitAtom: WritableAtom<null, [], Promise<Reply | null>>;
};

/** What a form has to remember of a person's work: the draft, null until they type, and an attempt without an answer. */
export type FormMemory<Draft> = { readonly typed: Draft | null; readonly unfinished: Submission | null };

export type FormRules<Draft, E extends Endpoint> = {
  /** Where the form remembers; without it only in this page. */
  readonly memoryAtom?: WritableAtom<FormMemory<Draft>, [FormMemory<Draft>], void>;
  /** The draft of an untouched form. */
  readonly start: (get: Getter) => Draft;
  /** Adjusts a draft after each change, for example cuts a text. */
  readonly tidy?: (draft: Draft) => Draft;
  /** The first problem, in the order of the specification; null when the draft may be sent. */
  readonly check: (draft: Draft, get: Getter) => Problem<Draft> | null;
  /** `set` is for values that the following steps need. */
  readonly send: (
    api: ApiClient,
    draft: Draft,
    idempotencyKey: string,
    get: Getter,
    set: Setter,
  ) => Promise<Answer<E>>;
  /**
   * It adds something, and the caller is signed in. What is changed after an attempt without an answer is then added
   * only if that attempt has not arrived. `secret`: a field that the server does not compare (ADR 0034).
   */
  readonly adds?: true | { readonly secret: keyof Draft };
  /** The fields that a refusal of the server concerns. */
  readonly fieldsOf?: (error: MessageCode, draft: Draft) => readonly (keyof Draft)[];
  /** Shown below the server's own message; null where that message suffices. */
  readonly failure?: MessageCode | ((error: MessageCode) => MessageCode | null);
  /** Shown after success; without it nothing is shown. */
  readonly success?: MessageCode | ((reply: ReplyOf<E>) => string | readonly string[] | Alert);
  /** The draft after success; without it the sent draft stays. */
  readonly next?: (sent: Draft) => Draft;
};

const NO_MEMORY = { typed: null, unfinished: null };

export function createForm<Draft extends object, E extends Endpoint>(
  rules: FormRules<Draft, E>,
): Form<Draft, ReplyOf<E>> {
  const memoryAtom = rules.memoryAtom ?? atom<FormMemory<Draft>>(NO_MEMORY);
  const remember = atom(null, (get, set, part: Partial<FormMemory<Draft>>) =>
    set(memoryAtom, { ...get(memoryAtom), ...part }),
  );
  /** The draft that the server accepted last, or the one that came after it. */
  const savedAtom = atom<Draft | null>(null);
  const refusedAtom = atom<readonly (keyof Draft)[]>([]);
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const conflictsAtom = atom<Partial<Draft>>({});
  const draftAtom = atom((get) => get(memoryAtom).typed ?? rules.start(get));

  const changedAtom = atom((get) => {
    const saved = get(savedAtom) ?? rules.start(get);
    return Object.keys(changedFields(saved, get(draftAtom))).length > 0;
  });
  const discardAtom = atom(null, (_get, set) => {
    set(memoryAtom, NO_MEMORY);
    set(savedAtom, null);
    set(refusedAtom, []);
    set(alertAtom, noAlert);
  });

  const typeAtom = atom(null, (get, set, change: Partial<Draft>) => {
    const draft = { ...get(draftAtom), ...change };
    set(remember, { typed: rules.tidy?.(draft) ?? draft });
    set(
      refusedAtom,
      get(refusedAtom).filter((field) => !(field in change)),
    );
  });

  const sendAtom = atom(null, async (get, set, draft: Draft, submission: Submission): Promise<Answer<E>> => {
    const send = (sent: Draft, key: string) => rules.send(get(apiAtom), sent, key, get, set);
    if (!submission.former?.length) return send(draft, submission.key);
    const loaded = await import('./send-changed.ts').catch(() => null);
    if (!loaded) return { ok: false, status: 0, error: 'unavailable', message: messages.unavailable };
    const renew = () => {
      const unfinished = submissionOf(draft, null, newKey);
      set(remember, { unfinished });
      return unfinished.key;
    };
    const secret = typeof rules.adds === 'object' ? rules.adds.secret : null;
    return loaded.sendChanged(draft, submission, { send, renew, secret });
  });

  const submitAtom = atom(null, async (get, set): Promise<ReplyOf<E> | null> => {
    if (get(busyAtom)) return null;
    const draft = get(draftAtom);
    const problem = rules.check(draft, get);
    set(refusedAtom, problem?.fields ?? []);
    set(alertAtom, problem ? errorAlert(...messagesOf(errorBody(problem.error), problem.also)) : noAlert);
    if (problem) return null;

    const unfinished = get(memoryAtom).unfinished;
    const submission = (rules.adds ? additionOf : submissionOf)(draft, unfinished, newKey);
    set(remember, { unfinished: submission });
    set(busyAtom, true);
    const answer = await set(sendAtom, draft, submission);
    set(busyAtom, false);
    if (!answer.ok) {
      // An answer ends the intention: under the same key the same refusal would come again, whatever changed since.
      if (answer.status >= 400 && answer.status < 500) set(remember, { unfinished: null });
      set(refusedAtom, rules.fieldsOf?.(answer.error, draft) ?? []);
      set(alertAtom, errorAlert(...messagesOf(answer, rules.failure)));
      return null;
    }
    set(remember, { unfinished: null });
    const next = rules.next?.(draft) ?? draft;
    set(savedAtom, next);
    // Text that was typed before the answer arrived was not sent: it stays.
    if (rules.next) set(remember, { typed: { ...next, ...changedFields(draft, get(draftAtom)) } });
    const { success } = rules;
    const news = typeof success === 'function' ? success(answer.reply) : success && messages[success];
    if (news) set(alertAtom, isAlert(news) ? news : successAlert(...[news].flat()));
    return answer.reply;
  });

  return {
    ...{ draftAtom, typeAtom, refusedAtom, conflictsAtom, alertAtom, busyAtom, submitAtom },
    ...{ changedAtom, discardAtom },
  };
}

const isAlert = (news: string | readonly string[] | Alert): news is Alert =>
  typeof news === 'object' && 'messages' in news;

function messagesOf(
  { message, error }: ErrorBody,
  failure: FormRules<object, Endpoint>['failure'],
): string[] {
  const also =
    error === 'idempotencyKeyReused' ? null : typeof failure === 'function' ? failure(error) : failure;
  return also ? [message, messages[also]] : [message];
}

/** The fields of `after` that differ from `before`. */
export function changedFields<Draft extends object>(before: Draft, after: Draft): Partial<Draft> {
  const fields = Object.entries(after).filter(([field, value]) => value !== before[field as keyof Draft]);
  return Object.fromEntries(fields) as Partial<Draft>;
}

/** The required fields of a draft that are empty. */
export function missingIn<Draft extends object>(
  draft: Draft,
  required: readonly (keyof Draft)[],
): (keyof Draft)[] {
  return required.filter((field) => String(draft[field]).trim() === '');
}

/** For `failure` of a form: shows `failure` after an error that does not explain itself. */
export function failureIfGeneric(failure: MessageCode): (error: MessageCode) => MessageCode | null {
  return (error) => (isGeneric(error) ? failure : null);
}
