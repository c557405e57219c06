import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { companyOfStream } from '#contracts/events/streams.ts';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { createPool } from '#platform/database.ts';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { createArchive } from '#platform/event-store/postgres/archive.postgres.ts';
import { archiveNext } from '#platform/event-store/postgres/archiver.postgres.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { openProof } from '#services/proof/seal/proof.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { newSealKeys } from '#tests/proof/sealing-world.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, atMost, type BenchResult, median } from './support/bench-result.ts';
import { sealAll } from './support/sealed-log.ts';

/** So that each company has about 2,000 events. */
const LOG = { events: 200_000, companies: 100, employees: 2000, days: 60 };
const SEGMENT = 50_000;
const PAGE = 1000;
const VERIFIED = 10;
const never = new AbortController().signal;

/** A log in the table, and then the same in files: all of it in order, and one company with its seals. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(join(folder, 'data'));
  const dir = join(folder, 'archive');
  const pool = createPool(database.url);
  await migrate(pool);
  const open = () => createPostgresEventStore({ pool, archiveDir: dir });
  const [former, store] = [open(), open()];
  try {
    const companies = new Set<string>();
    await writeHistory(pool, noting(companies, workingHistory(LOG)));
    await sealAll(pool, former, LOG.events);
    const some = [...companies].slice(0, VERIFIED);
    const copying = await timed(() => copyOut(pool));
    const inTable = { all: await timed(() => readAll(former)), one: await verifying(pool, dir, some) };
    const before = await sizeOf(pool);
    const archiving = await timed(() => archive(pool, dir));
    const inFiles = { all: await timed(() => readAll(store)), one: await verifying(pool, dir, some) };
    const bytes = readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0);
    const archived = LOG.events - SEGMENT;
    const left = ((await sizeOf(pool)) - (before / LOG.events) * SEGMENT) / archived;
    return {
      name: 'archive',
      rows: [
        atLeast(0.05, {
          ...{ what: `moving events into files`, ours: (LOG.events - SEGMENT) / archiving, unit: 'events/s' },
          ...{ baseline: LOG.events / copying, against: 'COPY of the events out' },
        }),
        atLeast(0.5, {
          ...{ what: 'reading the whole log, three quarters of it in files', ours: LOG.events / inFiles.all },
          ...{ unit: 'events/s', baseline: LOG.events / inTable.all, against: 'the same in the table' },
        }),
        atMost(10, {
          ...{
            what: 'verifying a company of 2,000 events, three quarters in files',
            ours: inFiles.one * 1000,
          },
          ...{ unit: 'ms', baseline: inTable.one * 1000, against: 'the same in the table' },
        }),
      ],
      notes: [
        `an event has ${Math.round(before / LOG.events)} bytes in the database; archived, ${Math.round(bytes / archived)} in files and ${Math.round(left)} in the database`,
        `segments of ${SEGMENT} events; medians of ${VERIFIED} companies`,
      ],
    };
  } finally {
    await Promise.all([former.close(), store.close()]);
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function* noting<Event extends { readonly stream: string }>(companies: Set<string>, events: Iterable<Event>) {
  for (const event of events) {
    companies.add(companyOfStream(event.stream) ?? '');
    yield event;
  }
}

async function archive(pool: pg.Pool, dir: string): Promise<void> {
  const options = { size: SEGMENT, to: LOG.events, before: '9999-12-31T00:00:00.000Z', signal: never };
  while (await archiveNext({ pool, dir, ...options, sealsIn: createSealLinks(pool).endsIn }));
}

/** Bytes of the log in the database, with its indexes and without dead rows. */
async function sizeOf(pool: pg.Pool): Promise<number> {
  await pool.query('VACUUM FULL events, archived_streams');
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('events') + pg_total_relation_size('archived_streams') AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function readAll(store: EventStore): Promise<void> {
  for (let after = START; ; ) {
    const page = await store.readAll({ after, limit: PAGE });
    if (page.length < PAGE) return;
    after = page.at(-1)?.position ?? after;
  }
}

/** Seconds for one of them. */
async function verifying(pool: pg.Pool, dir: string, companies: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const companyId of companies) {
    const events = createCompanyLog(pool, createArchive({ pool, dir }));
    const proof = openProof({ links: createSealLinks(pool), keys: newSealKeys(), events });
    times.push(
      await timed(async () => {
        const { fault } = await proof.verifyCompany(companyId);
        if (fault) throw new Error(`not as sealed: ${JSON.stringify(fault)}`);
      }),
    );
  }
  return median(times);
}

async function copyOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  for await (const _ of client.query(copyTo('COPY (SELECT * FROM events ORDER BY position) TO STDOUT')));
  client.release();
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await task();
  return (performance.now() - begin) / 1000;
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
