/**
 * How long a test waits at most, in milliseconds, for something whose time is not its subject. Long enough for a busy
 * machine; only what never comes fails. Promised times are measured by `*.promise.test.ts`.
 */
export const MAX_WAIT_MS = 15_000;

/** The same for `vi.waitFor`, with its interval in milliseconds. */
export const WAIT_OPTIONS = { timeout: MAX_WAIT_MS, interval: 20 } as const;
