import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readCookie, writeCookie } from './cookies.ts';

/** The position that the read models have reached; see the projections' runner. */
export type Progress = {
  position(): number;
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
};

export const POSITION_HEADER = 'x-tallyboard-position';
export const POSITION_COOKIE = 'tb_position';
export const STALE_HEADER = 'x-tallyboard-stale';

/** The longest wait of a read; the reply then says that it may be stale. */
const CATCH_UP_TIMEOUT_MS = 2000;
/** Short, because an old position, even of another data folder, makes a browser wait. */
const COOKIE_SECONDS = 60;
const SESSIONS_REMEMBERED = 10_000;
/** The position before the first event: nothing to wait for. */
export const NOTHING = -1;

/**
 * Reads include what the same client has just written: a write returns its position, and the next reads wait until
 * the read models have reached it. The position comes back as a cookie (browsers, in any process), as a header
 * (programs), or from memory by session (programs that send neither).
 */
export function createReadYourWrites(progress: Progress, secure: boolean) {
  const written = new LRUCache<string, number>({ max: SESSIONS_REMEMBERED });
  return {
    /** Notes the write and returns its cookie. */
    wrote(position: number, sessionId: string | undefined): string {
      if (sessionId) written.set(sessionId, Math.max(position, written.get(sessionId) ?? 0));
      return writeCookie(POSITION_COOKIE, String(position), COOKIE_SECONDS, secure);
    },
    /** The position that this client has to see; NOTHING when it wrote nothing lately. */
    needed(headers: IncomingHttpHeaders, sessionId: string | undefined): number {
      return Math.max(
        parsed(headers[POSITION_HEADER]),
        parsed(readCookie(headers.cookie, POSITION_COOKIE)),
        (sessionId ? written.get(sessionId) : undefined) ?? NOTHING,
      );
    },
    isReached: (position: number) => position <= progress.position(),
    /** False when the read models did not reach the position in time. */
    catchUp(position: number): Promise<boolean> {
      return progress.waitFor(position, CATCH_UP_TIMEOUT_MS);
    },
  };
}

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>;

/** Anything but a plain number counts as NOTHING. */
function parsed(text: string | string[] | null | undefined): number {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NOTHING;
}
