import { type Atom, atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages, type Refusal } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { newKey } from '../../api/new-key.ts';
import { type Submission, submissionOf } from '../../api/submission.ts';
import { errorTickets, noTickets, successTicket, type Tickets } from '../../ui/tickets.ts';

/** Why a draft is not sent: what to tell, and which fields get the red outline. */
export type Problem<Draft> = { readonly error: MessageCode; readonly fields: readonly (keyof Draft)[] };

/** A form: what was typed, what is wrong with it, and sending it. Views draw it; rules live in its atoms. */
export type Form<Draft, Reply = unknown> = {
  readonly draftAtom: Atom<Draft>;
  /** Changes some fields; their red outlines go. */
  readonly typeAtom: WritableAtom<null, [Partial<Draft>], void>;
  readonly refusedAtom: Atom<readonly (keyof Draft)[]>;
  /** The error-ticket banner of this form. */
  readonly ticketsAtom: PrimitiveAtom<Tickets>;
  readonly busyAtom: Atom<boolean>;
  /** Sends what stands in the form; its reply when that is in, else null, and everything typed stays. */
  readonly submitAtom: WritableAtom<null, [], Promise<Reply | null>>;
};

export type FormRules<Draft, E extends Endpoint> = {
  /** The untouched form. */
  readonly start: (get: Getter) => Draft;
  /** What becomes of a draft after each change, for example texts that are cut. */
  readonly tidy?: (draft: Draft) => Draft;
  /** In the order of the specification; null when it may be sent. */
  readonly check: (draft: Draft, get: Getter) => Problem<Draft> | null;
  /** `set` is for what a form leaves behind for the steps after it. */
  readonly send: (
    api: ApiClient,
    draft: Draft,
    idempotencyKey: string,
    get: Getter,
    set: Setter,
  ) => Promise<Answer<E>>;
  /** The fields that a refusal of the server is about. */
  readonly fieldsOf?: (error: MessageCode, draft: Draft) => readonly (keyof Draft)[];
  /** Told below the server's own message; null where that one says it all. */
  readonly failure?: MessageCode | ((error: MessageCode) => MessageCode | null);
  /** Told after success; without it nothing is. */
  readonly success?: MessageCode | ((reply: ReplyOf<E>) => string | readonly string[]);
  /** What stands in the form after success; without it what was sent. */
  readonly next?: (sent: Draft) => Draft;
};

export function createForm<Draft extends object, E extends Endpoint>(
  rules: FormRules<Draft, E>,
): Form<Draft, ReplyOf<E>> {
  const typedAtom = atom<Draft | null>(null);
  const refusedAtom = atom<readonly (keyof Draft)[]>([]);
  const ticketsAtom = atom<Tickets>(noTickets);
  const busyAtom = atom(false);
  const unfinishedAtom = atom<Submission | null>(null);
  const draftAtom = atom((get) => get(typedAtom) ?? rules.start(get));

  const typeAtom = atom(null, (get, set, change: Partial<Draft>) => {
    const draft = { ...get(draftAtom), ...change };
    set(typedAtom, rules.tidy?.(draft) ?? draft);
    set(
      refusedAtom,
      get(refusedAtom).filter((field) => !(field in change)),
    );
  });

  const submitAtom = atom(null, async (get, set): Promise<ReplyOf<E> | null> => {
    if (get(busyAtom)) return null;
    const draft = get(draftAtom);
    const problem = rules.check(draft, get);
    set(refusedAtom, problem?.fields ?? []);
    set(ticketsAtom, problem ? errorTickets(messages[problem.error]) : noTickets);
    if (problem) return null;

    const submission = submissionOf(draft, get(unfinishedAtom), newKey);
    set(unfinishedAtom, submission);
    set(busyAtom, true);
    const answer = await rules.send(get(apiAtom), draft, submission.key, get, set);
    set(busyAtom, false);
    if (!answer.ok) {
      // An answer ends the intention: by the same key the same refusal would come again, whatever changed since.
      if (answer.status >= 400 && answer.status < 500) set(unfinishedAtom, null);
      set(refusedAtom, rules.fieldsOf?.(answer.error, draft) ?? []);
      set(ticketsAtom, errorTickets(...told(answer, rules.failure)));
      return null;
    }
    set(unfinishedAtom, null);
    // What was typed while the answer was on its way was not sent: it stays.
    if (rules.next) set(typedAtom, { ...rules.next(draft), ...changed(draft, get(draftAtom)) });
    const { success } = rules;
    const news = typeof success === 'function' ? success(answer.reply) : success && messages[success];
    if (news) set(ticketsAtom, successTicket(...[news].flat()));
    return answer.reply;
  });

  return { draftAtom, typeAtom, refusedAtom, ticketsAtom, busyAtom, submitAtom };
}

function told({ message, error }: Refusal, failure: FormRules<object, Endpoint>['failure']): string[] {
  const also = typeof failure === 'function' ? failure(error) : failure;
  return also ? [message, messages[also]] : [message];
}

/** The fields of `after` that are not as they were. */
export function changed<Draft extends object>(before: Draft, after: Draft): Partial<Draft> {
  const fields = Object.entries(after).filter(([field, value]) => value !== before[field as keyof Draft]);
  return Object.fromEntries(fields) as Partial<Draft>;
}

/** The fields of a draft that are empty, of those that must not be. */
export function missingIn<Draft extends object>(
  draft: Draft,
  required: readonly (keyof Draft)[],
): (keyof Draft)[] {
  return required.filter((field) => String(draft[field]).trim() === '');
}
