import type { Accepted, Rejected } from '#contracts/result.ts';

/** Permits `times` uses within a window of `seconds`, which begins with the first use. */
export type LimitRule = {
  /** Unique name of the counter. */
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
};

/** A rule and the subject that it counts for: an email, a network, or both. */
export type Limited = readonly [rule: LimitRule, ...subject: string[]];

/** Whole seconds, 1 or more; for Retry-After. */
export type TooManyRequests = Rejected<'tooManyRequests'> & { readonly retryAfterSeconds: number };
export type Taken = Accepted<undefined> | TooManyRequests;

/** Counts over all processes and across restarts. Throws when the database is away. */
export type Limits = {
  /**
   * Counts one use under every rule, or under none when one of them is used up. Concurrent calls cannot exceed a
   * rule.
   */
  take(...limited: readonly Limited[]): Promise<Taken>;
  /** Whether one more use would be taken now; it counts none, so calls at the same moment may get the same answer. */
  look(...limited: readonly Limited[]): Promise<Taken>;
  /** Takes back one use that should not count. */
  giveBack(...limited: readonly Limited[]): Promise<void>;
  /** Drops the counts whose window has ended; returns how many. */
  forget(): Promise<number>;
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** For public endpoints. Counted by the networks of the client: `byNetwork(rule, call.address)`. */
export const publicRules = {
  registration: { name: 'registration', times: 10, seconds: HOUR },
  /** Each form before its check, which looks for guessable passwords: offices share an address. */
  registrationForms: { name: 'registration forms', times: 600, seconds: HOUR },
  contact: { name: 'contact', times: 10, seconds: HOUR },
  // A whole office behind one address may meet the same failure.
  clientErrors: { name: 'client errors', times: 60, seconds: HOUR },
} satisfies Record<string, LimitRule>;

/** Tries of cards. Testing stolen ones takes many; a company needs one or two. */
export const cardRules = {
  setups: { name: 'card setups', times: 10, seconds: HOUR },
  setupsOfNetwork: { name: 'card setups of a network', times: 20, seconds: DAY },
  declines: { name: 'declined cards', times: 5, seconds: HOUR },
  declinesOfNetwork: { name: 'declined cards of a network', times: 20, seconds: DAY },
} satisfies Record<string, LimitRule>;
