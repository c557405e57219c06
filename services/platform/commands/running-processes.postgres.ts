import type pg from 'pg';
import { readVersions } from '#contracts/events/codec.ts';
import type { Scheduler } from '../clock.ts';
import { newId } from '../ids.ts';

/** How often a process says that it runs. */
export const BEAT_MS = 2000;
/** A process that has not said so for so long has ended. */
const GONE_MS = 15_000;

type Reads = Readonly<Record<string, number>>;
/** `signs_as`: the public key of its signatures; null: it does not sign. */
type Told = { readonly reads: Reads; readonly signs_as: string | null };

export type RunningProcesses = {
  /** The newest version of each event that every running process reads, as of now; 0 for a type that one of them does not know. */
  readonly readByAll: Readonly<Record<string, number>>;
  /** Whether all running processes sign with the same key as this one, as of now. */
  allSignAlike(): boolean;
  leave(): Promise<void>;
};

/**
 * Tells the other processes of this installation which events this one reads, and learns what they read. What all of them
 * read decides what is written, so that a new version of an event is written once the last process of the former version
 * has ended. A process that finds a newer one waits until that has seen it. Rejects when the database is away now;
 * later, the last answer stands, and only a lower version is believed at once.
 */
export async function joinProcesses(
  pool: pg.Pool,
  scheduler: Scheduler,
  own: Reads = readVersions(),
  signsAs: string | null = null,
): Promise<RunningProcesses> {
  const id = newId();
  let all: readonly Told[] = [];
  const readByAll: Record<string, number> = {};
  /** The first of the beats without a gap. */
  let since = Number.NEGATIVE_INFINITY;
  let last = scheduler.now();

  async function beat(): Promise<void> {
    const { rows } = await pool.query<Told>(
      `WITH own AS (
         INSERT INTO processes VALUES ($1, $2, clock_timestamp(), true, $4, true)
           ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at),
       ended AS (DELETE FROM processes WHERE beat_at < clock_timestamp() - interval '1 day')
       SELECT DISTINCT reads, signs_as FROM processes
        WHERE id <> $1 AND beat_at > clock_timestamp() - make_interval(secs => $3)`,
      [id, own, GONE_MS / 1000, signsAs],
    );
    const now = scheduler.now();
    if (now - last > 2 * BEAT_MS) since = now;
    last = now;
    // After an outage others may not have said yet that they run.
    all = now - since < GONE_MS ? [...all, ...rows] : rows;
    for (const [type, version] of Object.entries(own))
      readByAll[type] = Math.min(version, ...all.map(({ reads }) => reads[type] ?? 0));
  }

  await beat();
  const isNewer = all.some(({ reads }) =>
    Object.entries(reads).some(([type, version]) => version > (own[type] ?? 0)),
  );
  if (isNewer) await scheduler.pause(2 * BEAT_MS);
  let beating: Promise<void> | undefined;
  const stop = scheduler.every(BEAT_MS, () => {
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = undefined;
      });
  });
  return {
    readByAll,
    allSignAlike: () => signsAs !== null && all.every(({ signs_as }) => signs_as === signsAs),
    async leave() {
      stop();
      await beating;
      await pool.query('DELETE FROM processes WHERE id = $1', [id]).catch(() => {});
    },
  };
}
