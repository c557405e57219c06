/**
 * How long a test waits, in milliseconds, for what must come but has promised no time: on a machine that is busy
 * with other things everything takes longer, and only what never comes may fail. What has promised a time is
 * compared with `onThisMachine`.
 */
export const PATIENCE_MS = 60_000;

/** The same for `vi.waitFor`, which asks every so many milliseconds. */
export const PATIENT = { timeout: PATIENCE_MS, interval: 20 } as const;
