import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readCookie, writeCookie } from './cookies.ts';

/** How far the read models are; see the projections' runner. */
export type Progress = {
  position(): number;
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
};

export const POSITION_HEADER = 'x-tallyboard-position';
export const POSITION_COOKIE = 'tb_position';
export const STALE_HEADER = 'x-tallyboard-stale';

/** Longer than that nobody waits for a page; the answer then says that it may be stale. */
const PATIENCE_MS = 2000;
/** A position from before (another data folder, even) must not slow a browser down for long. */
const COOKIE_SECONDS = 60;
const SESSIONS_REMEMBERED = 10_000;
/** Before every event: there is none yet in a new installation, and nobody waits for the first. */
export const NOTHING = -1;

/**
 * Nobody misses what he just saved: a write tells its position, and the reads that follow wait until the
 * read models have got there. The position comes back as a cookie (browsers, whichever process answers), as
 * a header (programs), or from memory by session (programs that ignore both).
 */
export function createReadYourWrites(progress: Progress, secure: boolean) {
  const written = new LRUCache<string, number>({ max: SESSIONS_REMEMBERED });
  return {
    /** Notes the write and returns its cookie. */
    wrote(position: number, sessionId: string | undefined): string {
      if (sessionId) written.set(sessionId, Math.max(position, written.get(sessionId) ?? 0));
      return writeCookie(POSITION_COOKIE, String(position), COOKIE_SECONDS, secure);
    },
    /** The position this reader has to see; NOTHING when he wrote nothing lately. */
    needed(headers: IncomingHttpHeaders, sessionId: string | undefined): number {
      return Math.max(
        parsed(headers[POSITION_HEADER]),
        parsed(readCookie(headers.cookie, POSITION_COOKIE)),
        (sessionId ? written.get(sessionId) : undefined) ?? NOTHING,
      );
    },
    isReached: (position: number) => position <= progress.position(),
    /** False when the read models did not get there in time. */
    catchUp(position: number): Promise<boolean> {
      return progress.waitFor(position, PATIENCE_MS);
    },
  };
}

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>;

/** Anything but a plain number asks for nothing. */
function parsed(text: string | string[] | null | undefined): number {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NOTHING;
}
