import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { factTables } from '#services/rescue/facts.ts';
import { sealedUpTo, startSealer } from '#tests/proof/sealing-world.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type Ended, expectRefused, runCommand } from './rescue-world.ts';

type CompanyWorld = {
  readonly folder: string;
  readonly inFolder: (name: string) => string;
  readonly file: string;
  source: TestDatabase;
  company: SeededCompany;
  readonly exported: (to: string) => Promise<Ended>;
  readonly imported: (target: TestDatabase, from?: string) => Promise<Ended>;
  /** With an installation that has another company. */
  readonly withTarget: (work: (target: TestDatabase, own: SeededCompany) => Promise<void>) => Promise<void>;
  /** Refused with one line, and no row of any table is another one. */
  readonly expectNothingWritten: (target: TestDatabase, from: string, line: RegExp) => Promise<void>;
};

/** An installation with a sealed company, exported into `file`; for the tests of a file. */
export function companyWorld(): CompanyWorld {
  const folder = serverFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const world: CompanyWorld = {
    folder: folder.path,
    inFolder,
    file: inFolder('company'),
    source: {} as TestDatabase,
    company: {} as SeededCompany,
    exported: (to: string) =>
      runCommand('company', ['export', world.company.owner.email, to], at(world.source)),
    imported: (target: TestDatabase, from = world.file) =>
      runCommand('company', ['import', from], at(target)),
    async withTarget(work: (target: TestDatabase, own: SeededCompany) => Promise<void>): Promise<void> {
      const target = await createTestDatabase();
      await seedSealed(folder.path, target)
        .then((own) => work(target, own))
        .finally(() => target.drop());
    },
    async expectNothingWritten(target: TestDatabase, from: string, line: RegExp): Promise<void> {
      const before = await factsIn(target);
      expectRefused(await world.imported(target, from), line);
      expect(await factsIn(target)).toEqual(before);
    },
  };
  beforeAll(async () => {
    world.source = await createTestDatabase();
    world.company = await seedSealed(folder.path, world.source, 'Nord');
    expect(await world.exported(world.file)).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(async () => {
    await world.source.drop();
    folder.remove();
  });
  return world;
}

export const at = ({ url }: TestDatabase) => ({ DATABASE_URL: url });

const seedSealed = (dataDir: string, database: TestDatabase, name?: string) =>
  withCore(
    dataDir,
    async (core) => {
      const sealer = startSealer(core.database.owner, core.store);
      const seeded = await seedCompany(core, { associates: 1, ...(name === undefined ? {} : { name }) });
      await sealedUpTo(core.database.owner, await core.store.head());
      await sealer.stop();
      return seeded;
    },
    { databaseUrl: database.url },
  );

/** Every row of every table of facts. */
export async function factsIn({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  const facts: Record<string, unknown[]> = {};
  for (const { name } of await factTables(client))
    facts[name] = (await client.query(`SELECT t::text FROM ${name} t ORDER BY 1`)).rows;
  client.release();
  return facts;
}
