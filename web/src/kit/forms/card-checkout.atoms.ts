import { type Atom, atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai';
import type * as companies from '#contracts/endpoints/companies.endpoints.ts';
import { getConfig } from '#contracts/endpoints/registration.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { newKey, type Submission, submissionOf } from '../../api/submission.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import type { CardAccess, ConfirmCard } from '../../ui/card-form/card.ts';

/** Advice below the message of the specification. */
export const ADVICE = {
  declined: 'The card was declined and nothing was charged. Use another card, or ask your bank why.',
  unclear: 'Press the button again in a moment: nothing is charged twice.',
} as const;

/** Saving a card: from the provider's form to our server. Made once per visit of a screen. */
export type CardCheckout = {
  /** The data of the card form; null until loaded. */
  readonly cardAtom: Atom<CardAccess | null>;
  /** Why the last step failed; some screens offer a way to solve it. */
  readonly errorAtom: Atom<MessageCode | null>;
  readonly alertAtom: PrimitiveAtom<Alert>;
  readonly busyAtom: Atom<boolean>;
  readonly doneAtom: Atom<boolean>;
  /** Opens a card entry at the provider; does nothing while one is being opened. */
  readonly openAtom: WritableAtom<null, [], Promise<void>>;
  /** True when everything is done. */
  readonly payAtom: WritableAtom<null, [ConfirmCard], Promise<boolean>>;
};

type Rules = {
  readonly open: (
    api: ApiClient,
    key: string,
    get: Getter,
  ) => Promise<Answer<typeof companies.createSetupIntent>>;
  readonly save: (
    api: ApiClient,
    paymentMethodId: string,
    key: string,
    get: Getter,
  ) => Promise<Answer<typeof companies.saveSubscription>>;
  /** Runs after the card is saved, and is tried again alone when it failed. Returns the error message, or null. */
  readonly finish: (
    get: Getter,
    set: Setter,
  ) => Promise<{ error: MessageCode; messages: readonly string[] } | null>;
  /** Called right after the success. */
  readonly done?: (set: Setter) => void;
  /** Shown when the provider's form did not accept the card. */
  readonly setupFailure: MessageCode;
  /** Our server's refusal of a declined card. */
  readonly declined: MessageCode;
  /** Shown below any other refusal of our server. */
  readonly saveFailure: MessageCode;
  readonly success: MessageCode;
  /** Below it: what was charged. */
  readonly charged?: (get: Getter) => string | null;
};

export function createCardCheckout(rules: Rules): CardCheckout {
  const cardAtom = atom<CardAccess | null>(null);
  const errorAtom = atom<MessageCode | null>(null);
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const openingAtom = atom(false);
  const savedAtom = atom(false);
  const doneAtom = atom(false);
  const unfinishedAtom = atom<Submission | null>(null);

  const refuse = (set: Setter, error: MessageCode, ...texts: readonly string[]): false => {
    set(errorAtom, error);
    set(alertAtom, errorAlert(...new Set(texts)));
    return false;
  };

  async function open(get: Getter, set: Setter): Promise<void> {
    const api = get(apiAtom);
    const [config, intent] = await Promise.all([api.call(getConfig, {}), rules.open(api, newKey(), get)]);
    if (config.ok && intent.ok) {
      set(cardAtom, { ...config.reply, clientSecret: intent.reply.clientSecret });
      return;
    }
    set(cardAtom, null);
    for (const answer of [config, intent]) if (!answer.ok) refuse(set, answer.error, answer.message);
  }

  const openAtom = atom(null, async (get, set): Promise<void> => {
    if (get(openingAtom)) return;
    set(openingAtom, true);
    set(errorAtom, null);
    set(alertAtom, noAlert);
    await open(get, set);
    set(openingAtom, false);
  });

  async function save(get: Getter, set: Setter, confirm: ConfirmCard): Promise<boolean> {
    const card = await confirm();
    if (!card.ok) {
      const words = card.words === null ? [] : [card.words];
      return refuse(set, rules.setupFailure, messages[rules.setupFailure], ...words);
    }
    // The same card after a lost answer repeats the same attempt.
    const submission = submissionOf(card.paymentMethodId, get(unfinishedAtom), newKey);
    set(unfinishedAtom, submission);
    const answer = await rules.save(get(apiAtom), card.paymentMethodId, submission.key, get);
    if (answer.ok) return true;
    const { status, error, message } = answer;
    if (status === 0 || status >= 500) return refuse(set, error, messages.somethingWentWrong, ADVICE.unclear);
    set(unfinishedAtom, null);
    if (error === 'tooManyRequests') return refuse(set, error, message);
    if (error !== rules.declined) return refuse(set, error, message, messages[rules.saveFailure]);
    refuse(set, error, message, ADVICE.declined);
    // The provider's form accepts one card; another card needs another entry.
    await open(get, set);
    return false;
  }

  async function pay(get: Getter, set: Setter, confirm: ConfirmCard): Promise<boolean> {
    if (!get(savedAtom) && !(await save(get, set, confirm))) return false;
    set(savedAtom, true);
    const problem = await rules.finish(get, set);
    if (problem) return refuse(set, problem.error, ...problem.messages);
    const charged = rules.charged?.(get);
    set(alertAtom, successAlert(messages[rules.success], ...(charged ? [charged] : [])));
    set(doneAtom, true);
    rules.done?.(set);
    return true;
  }

  const payAtom = atom(null, async (get, set, confirm: ConfirmCard): Promise<boolean> => {
    if (get(busyAtom) || get(doneAtom)) return false;
    set(busyAtom, true);
    set(errorAtom, null);
    set(alertAtom, noAlert);
    const isDone = await pay(get, set, confirm);
    set(busyAtom, false);
    return isDone;
  });

  return { cardAtom, errorAtom, alertAtom, busyAtom, doneAtom, openAtom, payAtom };
}
