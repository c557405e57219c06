import { SingleBar } from 'cli-progress';
import { faultText } from '#contracts/proof/verdict.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { archiveNext, firstMisnamed } from '#platform/event-store/postgres/archiver.postgres.ts';
import { ARCHIVE_LOCK, archiveLock } from '#platform/event-store/postgres/eraser.postgres.ts';
import { CliError } from '#platform/terminal.ts';
import { PROJECTING } from '#projections/runner/lease.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { ensureThere, eventsIn, type RescueRun, runRescue } from './rescue.ts';
import { type Core, openCore } from './wiring.ts';

const USAGE = 'npm run archive -- [--older-than <days>] [--segment <events>]';
/** A year can still be compared with the one before. */
const OLDER_THAN_DAYS = 400;
const SEGMENT = 1_000_000;
const MOST_SEGMENT = 10_000_000;
/** A process that has not said for so long that it runs has ended; twice what it is given. */
const GONE_SECONDS = 30;
/** Connections of a version that keeps no row in `processes`; ours have other names. */
const WITHOUT_ROW = ['tallyboard live bus', 'tallyboard reader'];
const DAY_MS = 86_400_000;

/**
 * `npm run archive`: moves old events into files of ARCHIVE_DIR, in whole segments, while the program serves. Killed,
 * the same command completes it. Exit 0: done, 2: what is left was changed, or not sealed yet, 1: nothing was done.
 */
await runRescue(
  USAGE,
  async (given, rescue) => {
    const days = numberOf(rescue.options['older-than'], OLDER_THAN_DAYS, 0, 36_500);
    const size = numberOf(rescue.options.segment, SEGMENT, 1, MOST_SEGMENT);
    if (given.length > 0 || days === null || size === null) return null;
    if (eventsIn(rescue.config) === 'eventstoredb')
      throw new CliError(
        'The events are in EventStoreDB, whose own tools keep old ones: see scavenging and archiving in its manual.',
      );
    ensureThere(rescue.config);
    const core = await openCore(rescue.config, rescue.surroundings);
    await refuseOlderProcesses(core);
    let code = 0;
    const before = new Date(core.clock.now().getTime() - days * DAY_MS).toISOString();
    const isFree = await archiveLock(core.database.owner).ifFree(ARCHIVE_LOCK, async () => {
      code = await archive(core, rescue, { before, size });
    });
    if (!isFree)
      throw new CliError('Another archive, or an erasure, is under way. Try again when it has ended.');
    return code;
  },
  { 'older-than': { type: 'string' }, segment: { type: 'string' } },
);

/** Null for a text that is no number in this range. */
function numberOf(given: unknown, unset: number, least: number, most: number): number | null {
  if (given === undefined) return unset;
  const number = Number(given);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

async function refuseOlderProcesses({ database: { owner: pool } }: Core): Promise<void> {
  const { rows } = await pool.query<{ older: boolean }>(
    `SELECT EXISTS (SELECT FROM processes
                     WHERE NOT reads_archive AND beat_at > clock_timestamp() - make_interval(secs => $1))
         OR EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND application_name = ANY ($2))
         OR EXISTS (${PROJECTING} AND mode = 'ExclusiveLock') AS older`,
    [GONE_SECONDS, WITHOUT_ROW],
  );
  if (rows[0]?.older) throw new CliError('A process of a former version runs. Stop it first.');
}

type Wanted = { readonly before: string; readonly size: number };

async function archive(core: Core, { config, signal, say }: RescueRun, wanted: Wanted): Promise<number> {
  const links = createSealLinks(core.database.owner);
  const sealed = await sealedTo(core, signal);
  const bar = new SingleBar({ format: 'Archiving {bar} {value} of {total} events' });
  const onProgress = (events: number, of: number) => {
    if (!process.stderr.isTTY) return;
    if (events <= of && !bar.isActive) bar.start(of, 0);
    bar.update(events);
  };
  let events = 0;
  for (;;) {
    const options = {
      ...wanted,
      dir: config.archiveDir,
      to: sealed.to,
      sealsIn: links.endsIn,
      onProgress,
      signal,
    };
    const archived = await archiveNext({ pool: core.database.owner, ...options }).finally(() => bar.stop());
    if (!archived) break;
    const { segment, bytes, recorded } = archived;
    events += segment.last - segment.first + 1;
    say(
      `Events ${segment.first} to ${segment.last}, of ${recorded[0].slice(0, 10)} to ${recorded[1].slice(0, 10)}: ` +
        `${segment.file}, ${Math.ceil(bytes / 1024)} kB.`,
    );
  }
  say(events === 0 ? 'No segment is old enough.' : `${events} events are in ${config.archiveDir}.`);
  if (sealed.reason !== null)
    say(sanitizeForTerminal(`Events from ${sealed.to + 1} on stay: ${sealed.reason}`));
  return sealed.reason === null ? 0 : 2;
}

/** Up to where all that was sealed is as it was sealed; `reason`: why not all of the log. */
async function sealedTo(
  core: Core,
  signal: AbortSignal,
): Promise<{ readonly to: number; readonly reason: string | null }> {
  const links = createSealLinks(core.database.owner);
  const proof = openChains(core);
  let to = await links.progress();
  let reason: string | null = null;
  const misnamed = await firstMisnamed(core.database.owner);
  if (misnamed !== null && misnamed <= to) {
    to = misnamed - 1;
    reason = `event ${misnamed} does not plainly name its company.`;
  }
  for (const companyId of await links.companies()) {
    const { fault } = await proof.verifyCompany(companyId, undefined, signal);
    if (!fault || fault.position > to) continue;
    to = fault.position - 1;
    reason = `company ${companyId}: ${faultText(fault)}`;
  }
  return { to, reason };
}
