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
import { openProof } from '#services/proof/seal/proof.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { createSealer } from '#services/proof/seal/sealer.ts';
import { type HistoryEvent, writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { atLeast, type BenchResult, median } from './support/bench-result.ts';

const EVENTS = 200_000;
const COMPANIES = 2;
const ROUNDS = 5;
const ASKED = 50_000;

/**
 * Verifies the chain of a company in a log of two (200,000 events, every other one its own), against what was
 * asked and against the COPY of the same log out, which only reads. The seals are made by the sealer itself.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const database = await openLocalDatabase(folder);
  const pool = createPool(database.url);
  const store = createPostgresEventStore({ pool });
  try {
    await migrate(pool);
    const companies = new Set<string>();
    await writeHistory(pool, noting(companies));
    const links = createSealLinks(pool);
    const sealing = await timed(() => sealAll(pool, store));
    const proof = openProof({ links, events: createCompanyLog(pool) });
    const [companyId = ''] = companies;
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
      name: 'verify',
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
  } finally {
    await store.close();
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function* noting(companies: Set<string>): Generator<HistoryEvent, void, void> {
  for (const event of workingHistory({ events: EVENTS, companies: COMPANIES, employees: 100, days: 60 })) {
    companies.add(companyOfStream(event.stream) ?? '');
    yield event;
  }
}

async function sealAll(pool: pg.Pool, store: Parameters<typeof createSealer>[0]['store']): Promise<void> {
  const done = new AbortController();
  const links = createSealLinks(pool);
  const write = async (batch: Parameters<typeof links.write>[0]) => {
    const written = await links.write(batch);
    if (batch.to >= EVENTS) done.abort();
    return written;
  };
  const log = {
    error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
  };
  await createSealer({ links: { ...links, write }, store, log: log as never }).run(done.signal);
  await pool.query('ANALYZE seal_links');
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

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
