/** So many times within so many seconds, counted from the first; the whole count ends with its window. */
export type LimitRule = {
  /** Names the count; no two rules share one. */
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
};

/** What is counted under a rule, and for whom: an email, a network, both. */
export type Limited = readonly [rule: LimitRule, ...subject: string[]];

export type Taken =
  | { readonly allowed: true }
  /** Whole seconds, 1 or more; for Retry-After. */
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts over all processes; a restart forgets nothing. Throws when the database is away. */
export type Limits = {
  /**
   * Counts this time under every rule, or under none when one of them has been used up. Of many at the same
   * moment no more than the rule says are let through.
   */
  take(...limited: readonly Limited[]): Promise<Taken>;
  /** Takes one time back: what was counted turned out to be fine. */
  giveBack(...limited: readonly Limited[]): Promise<void>;
  /** Drops the counts whose window has ended; returns how many. */
  forget(): Promise<number>;
};
