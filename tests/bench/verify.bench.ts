import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { companyOfStream } from '#contracts/events/streams.ts';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import type { CompanyEvents, ReadEvent } from '#services/proof/seal/company-events.ts';
import { openProof } from '#services/proof/seal/proof.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { newSealKeys } from '#tests/proof/sealing-world.ts';
import { type HistoryEvent, writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, atMost, type BenchResult, median } from './support/bench-result.ts';
import { sealAll } from './support/sealed-log.ts';

const EVENTS = 200_000;
const COMPANIES = 2;
const ROUNDS = 5;
const ASKED = 50_000;

/** In the long log, so that each company has about 2,000 events. */
const LONG = { events: 1_000_000, companies: 500, employees: 10_000, days: 60 };
const ONE_MS = 50;

/** The seals are made by the sealer itself. */
export async function run(): Promise<BenchResult> {
  // First, so that the code is as warm as in a program that serves.
  const half = await onALog({ events: EVENTS, companies: COMPANIES, employees: 100, days: 60 }, ofHalfALog);
  const long = await onALog(LONG, ofALongLog);
  return { name: 'verify', rows: [...half.rows, ...long.rows], notes: [...half.notes, ...long.notes] };
}

type Measured = Pick<BenchResult, 'rows' | 'notes'>;
type Sealed = {
  readonly pool: pg.Pool;
  readonly companies: ReadonlyMap<string, number>;
  readonly sealing: number;
};

async function onALog(
  history: Parameters<typeof workingHistory>[0],
  measure: (sealed: Sealed) => Promise<Measured>,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    const companies = new Map<string, number>();
    await writeHistory(pool, counting(companies, history));
    const sealing = await timed(() => sealAll(pool, store, history.events));
    return await measure({ pool, companies, sealing });
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One company among five hundred, against the limit and against the way in which it was read before. */
async function ofALongLog({ pool, companies }: Sealed): Promise<Measured> {
  // As a log is left by the months in which it grew, not by the minute in which it was written here.
  await pool.query('VACUUM ANALYZE events');
  await pool.query('CHECKPOINT');
  const nearest = [...companies].sort((one, other) => Math.abs(one[1] - 2000) - Math.abs(other[1] - 2000));
  const [companyId = '', events = 0] = nearest[0] ?? [];
  const links = createSealLinks(pool);
  const log = createCompanyLog(pool);
  const verify = (of: CompanyEvents) => async () => {
    const verdict = await openProof({ links, keys: newSealKeys(), events: of }).verifyCompany(companyId);
    if (verdict.fault || verdict.events !== events) throw new Error(JSON.stringify(verdict));
  };
  const [now, before] = [verify(log), verify({ ...log, ...scanning(pool) })];
  await timed(now);
  await timed(before);
  const ours: number[] = [];
  const scans: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(1000 * (await timed(now)));
    scans.push(1000 * (await timed(before)));
  }
  const what = `verify ${events} events of a company in a log of ${LONG.events}`;
  const row = { what, ours: median(ours), unit: 'ms' };
  return {
    rows: [
      atMost(1, { ...row, baseline: ONE_MS, against: 'what was asked' }),
      atMost(0.1, { ...row, baseline: median(scans), against: 'a scan of the log, as before' }),
    ],
    notes: [
      `a log of ${LONG.events} events and ${LONG.companies} companies: ${milliseconds(ours)} ms, scans ${milliseconds(scans)} ms`,
    ],
  };
}

/** How the events of a company were found before there was an index for them. */
function scanning(pool: pg.Pool): Pick<CompanyEvents, 'read'> {
  return {
    async *read(companyId, { after, to }) {
      const { rows } = await pool.query(
        `SELECT position, revision, version, id, stream, type, data, metadata,
                to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "recordedAt"
           FROM events
          WHERE position > $1 AND position <= $2 AND type <> 'Erased'
            AND (strpos(stream, $3) > 0 OR strpos(metadata::text, $3) > 0)
          ORDER BY position`,
        [after, to, companyId],
      );
      yield rows as ReadEvent[];
    },
  };
}

/** A company with every other event of its log, against what was asked and against the COPY of the same log out. */
async function ofHalfALog({ pool, companies, sealing }: Sealed): Promise<Measured> {
  const proof = openProof({
    links: createSealLinks(pool),
    keys: newSealKeys(),
    events: createCompanyLog(pool),
  });
  const [companyId = ''] = companies.keys();
  let events = 0;
  const verify = async () => {
    const verdict = await proof.verifyCompany(companyId);
    if (verdict.fault || verdict.events === 0) throw new Error(JSON.stringify(verdict));
    events = verdict.events;
  };
  await timed(verify);
  await timed(() => copyOut(pool));
  const ours: number[] = [];
  const copies: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    ours.push(await timed(verify));
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / events);
    copies.push(await timed(() => copyOut(pool)));
  }
  const row = {
    what: `verify ${events} events of a company`,
    ours: events / median(ours),
    unit: 'events/s',
  };
  return {
    rows: [
      atLeast(1, { ...row, baseline: ASKED, against: 'what was asked' }),
      atLeast(0.1, { ...row, baseline: EVENTS / median(copies), against: 'COPY of the same log out' }),
    ],
    notes: [
      `a log of ${EVENTS} events and ${COMPANIES} companies; medians of ${ROUNDS} rounds in turns`,
      `the sealer caught up with it at ${Math.round(EVENTS / sealing)} events/s`,
      `processor time of Node ${median(cpu).toFixed(1)} µs an event`,
      `verifications ${seconds(ours)} s, copies ${seconds(copies)} s`,
    ],
  };
}

function* counting(
  companies: Map<string, number>,
  history: Parameters<typeof workingHistory>[0],
): Generator<HistoryEvent, void, void> {
  for (const event of workingHistory(history)) {
    const companyId = companyOfStream(event.stream) ?? '';
    companies.set(companyId, (companies.get(companyId) ?? 0) + 1);
    yield event;
  }
}

/** All columns of all events, drained and thrown away. */
async function copyOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const stream = client.query(copyTo('COPY (SELECT * FROM events ORDER BY position) TO STDOUT'));
    for await (const _chunk of stream);
  } finally {
    client.release();
  }
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await task();
  return (performance.now() - begin) / 1000;
}

function seconds(times: readonly number[]): string {
  return times.map((time) => time.toFixed(2)).join(' ');
}

function milliseconds(times: readonly number[]): string {
  return times.map((time) => time.toFixed(0)).join(' ');
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
