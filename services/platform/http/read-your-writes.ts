import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Scheduler } from '../clock.ts';
import { gather } from '../concurrency/gather.ts';
import { createTokenCookie, readCookie } from './cookies.ts';

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
/** Hardly a wait is longer. After it the log is asked whether it has the position at all. */
const USUAL_MS = 100;
/** Short, because an old position, even of another data folder, makes a browser wait. */
const COOKIE_SECONDS = 60;
const SESSIONS_REMEMBERED = 10_000;
/** No log grows by so many positions on the way of an answer: a position so far ahead is made up, or of another log. */
const FAR = 1_000_000;
/** The position before the first event: nothing to wait for. */
export const NOTHING = -1;

export type ReadYourWritesDeps = {
  readonly progress: Progress;
  /** The position of the newest event. */
  readonly head: () => Promise<number>;
  /** For cookies over https. */
  readonly secure: boolean;
  readonly scheduler: Pick<Scheduler, 'now'>;
};

/**
 * Reads include what the same client has just written: a write returns its position, and the next reads wait until
 * the read models have reached it. The position comes back as a cookie (browsers, in any process), as a header
 * (programs), or from memory by session (programs that send neither).
 */
export function createReadYourWrites({ progress, head, secure, scheduler }: ReadYourWritesDeps) {
  // Over https the former version of the program sets the plain name.
  const cookie = createTokenCookie(POSITION_COOKIE, COOKIE_SECONDS, secure);
  let end = NOTHING;
  const pressure = createPressure(progress, scheduler);
  const readEnd = gather(Number.POSITIVE_INFINITY, async (asked: readonly number[]) => {
    end = Math.max(end, await head());
    return asked.map(() => end);
  });

  /** Waits for the end of the log in place of a position behind it: of another data folder, or made up. */
  async function waitWithinLog(position: number): Promise<boolean> {
    const last = position <= end ? end : await readEnd(position).catch(() => position);
    return progress.waitFor(Math.min(position, last), CATCH_UP_TIMEOUT_MS - USUAL_MS);
  }

  const written = new LRUCache<string, number>({ max: SESSIONS_REMEMBERED });
  return {
    /** Notes the write and returns its cookie. */
    wrote(position: number, sessionId: string | undefined): string {
      if (sessionId) written.set(sessionId, Math.max(position, written.get(sessionId) ?? 0));
      pressure.wrote(position);
      return cookie.set(String(position));
    },
    /** The position that this client has to see; NOTHING when it wrote nothing lately. */
    needed(headers: IncomingHttpHeaders, sessionId: string | undefined): number {
      return Math.max(
        parsed(headers[POSITION_HEADER]),
        parsed(cookie.read(headers.cookie)),
        parsed(readCookie(headers.cookie, POSITION_COOKIE)),
        (sessionId ? written.get(sessionId) : undefined) ?? NOTHING,
      );
    },
    /** How long a write should wait, in milliseconds, so that the read models keep up; mostly 0. */
    pressureMs: pressure.ms,
    isReached: (position: number) => position <= progress.position(),
    /** False when the read models did not reach the position in time. */
    async catchUp(position: number): Promise<boolean> {
      const isFar = position > Math.max(end, progress.position()) + FAR;
      if (!isFar && (await progress.waitFor(position, USUAL_MS))) return true;
      // A store that does not answer makes the wait no longer.
      const inTime = progress.waitFor(position, CATCH_UP_TIMEOUT_MS - USUAL_MS);
      return Promise.race([inTime, waitWithinLog(position)]);
    },
  };
}

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>;

/** What is written now is read so late that writers are slowed down; five seconds are the promise. */
const SLOW_MS = 2000;
const MOST_PRESSURE_MS = 1000;
/** Read models that stand still for so long are away, and slower writers would not help them. */
const AWAY_MS = 5000;

/**
 * Estimates when the newest write can be read: by what is outstanding, and by how quickly the read models came on lately.
 * Each step forward counts half as much as the one after it; its share is that of its time, or one quick event would
 * hide that the others are slow.
 */
function createPressure(progress: Progress, { now }: Pick<Scheduler, 'now'>) {
  let newest = NOTHING;
  let reached = NOTHING;
  let movedAt = now();
  /** The steps forward since the read models had caught up: positions, and milliseconds. */
  let [gained, took] = [0, 0];
  return {
    wrote(position: number): void {
      newest = Math.max(newest, position);
    },
    ms(): number {
      const position = progress.position();
      const at = now();
      if (position >= newest) {
        [reached, movedAt] = [position, at];
        [gained, took] = [0, 0];
        return 0;
      }
      if (position > reached) {
        [gained, took] = [gained / 2 + position - reached, took / 2 + at - movedAt];
        [reached, movedAt] = [position, at];
      }
      if (gained === 0 || at - movedAt > AWAY_MS) return 0;
      return Math.min(MOST_PRESSURE_MS, Math.max(0, ((newest - position) * took) / gained - SLOW_MS));
    },
  };
}

/** Anything but a plain number counts as NOTHING. */
function parsed(text: string | string[] | null | undefined): number {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NOTHING;
}
