/**
 * How long a test waits, in milliseconds, for something without a promised time. On a busy machine everything takes
 * longer; only something that never comes may fail. Promised times are compared with `onThisMachine`.
 */
export const MAX_WAIT_MS = 60_000;

/** The same for `vi.waitFor`, with its interval in milliseconds. */
export const WAIT_OPTIONS = { timeout: MAX_WAIT_MS, interval: 20 } as const;
