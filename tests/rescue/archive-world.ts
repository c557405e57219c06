import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn, startAnother } from '#tests/support/servers/test-program.ts';
import { type Ended, eventsUpTo, runCommand, startCommand } from './rescue-world.ts';

/** Events in a segment: the log of a world has more than three. */
export const SEGMENT = 20;
export const ALL_OF_IT = ['--older-than', '0', '--segment', String(SEGMENT)];

export type ArchiveWorld = {
  readonly dir: string;
  readonly inFolder: (name: string) => string;
  readonly place: () => { readonly DATABASE_URL: string; readonly ARCHIVE_DIR: string };
  database: TestDatabase;
  company: SeededCompany;
  program: Program;
  seller: HttpClient;
  owner: HttpClient;
  /** Every event, as the table had it. */
  events: readonly string[];
  readonly archived: () => Promise<number>;
  readonly startArchive: () => ReturnType<typeof startCommand>;
  readonly audit: (...args: string[]) => Promise<Ended>;
  readonly files: () => string[];
  readonly start: () => Promise<Program>;
};

/** A program that serves a sealed company with some sales; nothing is archived yet. */
export function archiveWorld(): ArchiveWorld {
  const folder = serverFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const dir = inFolder('archive');
  const world: ArchiveWorld = {
    ...({} as Pick<ArchiveWorld, 'database' | 'company' | 'program' | 'seller' | 'owner' | 'events'>),
    dir,
    inFolder,
    place: () => ({ DATABASE_URL: world.database.url, ARCHIVE_DIR: dir }),
    async archived() {
      const { rows } = await world.database.pool.query('SELECT archived_to AS "to" FROM log_archive');
      return Number(rows[0]?.to);
    },
    startArchive: () => startCommand('archive', ALL_OF_IT, world.place()),
    audit: (...args) => runCommand('audit', args, world.place()),
    files: () => readdirSync(dir).sort(),
    start: () => startAnother({ databaseUrl: world.database.url }, { archiveDir: dir }),
  };
  beforeAll(async () => {
    world.database = await createTestDatabase();
    world.program = await world.start();
    world.company = await seedCompany(world.program.core, { associates: 2 });
    const at = (email = '') => signIn(createHttpClient(world.program.url), email);
    world.owner = await at(world.company.owner.email);
    world.seller = await at(world.company.associates[0]?.email);
    for (let turn = 0; turn < 70; turn++) await sell(world, turn);
    const { rows } = await world.database.pool.query('SELECT max(position) AS head FROM events');
    await sealedUpTo(world.database.pool, Number(rows[0]?.head));
    world.events = await eventsUpTo(world.database.pool, Number.MAX_SAFE_INTEGER);
  });
  afterAll(async () => {
    await world.program.stop();
    await world.database.drop();
    folder.remove();
  });
  return world;
}

export async function sell({ company, seller }: ArchiveWorld, turn: number): Promise<void> {
  const campaignId = company.campaigns[0]?.campaignId ?? '';
  const sale = { name: 'Roof "and" wall \\n', campaignId, price: 100 + turn, status: 'Closed' };
  expect((await seller.post('/api/sales/addsale', { ...sale, customerNumber: `c${turn}` })).status).toBe(200);
}

/** What people and auditors are told of all events so far; `at` is a position in the middle. */
export async function answers({ seller, owner, audit, company }: ArchiveWorld, at: number) {
  const company_ = ['--company', company.owner.email];
  const asOf = `?as-of=@${at}`;
  const shown = [];
  for (const path of ['/api/sales/getsales/all', `/api/sales/getsales/all${asOf}`])
    shown.push(await seller.get(path), await owner.get(path));
  shown.push(await owner.get('/api/audit/events'));
  const said = [await audit('verify'), await audit('history', ...company_)];
  return { shown: shown.map(({ status, body }) => ({ status, body })), said };
}
