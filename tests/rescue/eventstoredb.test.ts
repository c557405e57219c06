import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type EventStoreServer,
  eventStoreServer,
} from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { sealedUpTo, startSealer } from '#tests/proof/sealing-world.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { expectRefused, runCommand } from './rescue-world.ts';

const folder = serverFolder();
const file = join(folder.path, 'backup');
let events: EventStoreServer;
let source: TestDatabase;
let company: SeededCompany;
const at = ({ url }: TestDatabase) => ({ DATABASE_URL: url, EVENTSTORE_URL: events.url });

beforeAll(async () => {
  events = await eventStoreServer();
  source = await createTestDatabase();
  company = await withCore(
    folder.path,
    async ({ database: { owner: pool }, store, ...core }) => {
      const sealer = startSealer(pool, store);
      const seeded = await seedCompany(core, { associates: 1 });
      await sealedUpTo(pool, await store.head());
      await sealer.stop();
      return seeded;
    },
    { databaseUrl: source.url, eventStoreUrl: events.url },
  );
});
afterAll(async () => {
  await source.drop();
  await events.stop();
  folder.remove();
});

it('the part in Postgres is restored beside the log of EventStoreDB, and verified with it', async () => {
  const made = await runCommand('backup', [file], at(source));
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('copy those now') });
  const target = await createTestDatabase({ template: 'template0' });
  try {
    const elsewhere = await runCommand('restore', [file], { DATABASE_URL: target.url });
    expectRefused(elsewhere, /was made with EVENTSTORE_URL and is restored with EVENTSTORE_URL/);
    const { code, stdout, stderr } = await runCommand('restore', [file], at(target));
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Of 1 companies, \d+ events are as sealed[\s\S]*all is as it was/);
  } finally {
    await target.drop();
  }
});

it('a company does not move out of EventStoreDB or into it', async () => {
  for (const args of [
    ['export', company.owner.email, join(folder.path, 'x')],
    ['import', file],
  ])
    expectRefused(await runCommand('company', args, at(source)), /with their events in Postgres/);
});
