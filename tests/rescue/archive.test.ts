import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { ALL_OF_IT, answers, archiveWorld, SEGMENT, sell } from './archive-world.ts';
import { eventsUpTo, expectRefused, runCommand } from './rescue-world.ts';

const world = archiveWorld();
let archivedTo: number;
let before: Awaited<ReturnType<typeof answers>>;
let after: Awaited<ReturnType<typeof answers>>;
let left: readonly string[];
let saleId: string;

beforeAll(async () => {
  const { body } = await world.seller.get('/api/sales/getsales/all');
  saleId = body.requestedData.at(-1).id;
  before = await answers(world, 40);
  const { code, stdout, stderr } = await world.startArchive().ended;
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  archivedTo = await world.archived();
  left = await eventsUpTo(world.database.pool, Number.MAX_SAFE_INTEGER);
  after = await answers(world, 40);
});

it('whole segments leave the table for files, but for blank rows that keep the places of streams', () => {
  expect(archivedTo).toBe(Math.floor((world.events.length - 1) / SEGMENT) * SEGMENT);
  expect(archivedTo).toBeGreaterThan(3 * SEGMENT);
  const blank = left.filter((line) => line.includes(',Erased,{},{})'));
  expect(left).toEqual([...blank, ...world.events.slice(archivedTo)]);
  // Of an event alone of its stream in its segment, and of the last of a stream.
  const streamOf = (line: string) => line.split(',')[5];
  const expected = world.events.slice(0, archivedTo).filter((line, at) => {
    const ofStream = (lines: readonly string[]) =>
      lines.filter((other) => streamOf(other) === streamOf(line));
    const first = at - (at % SEGMENT);
    const isAlone = ofStream(world.events.slice(first, first + SEGMENT)).length === 1;
    return isAlone || ofStream(world.events.slice(at + 1)).length === 0;
  });
  const positionOf = (line: string) => line.slice(1, line.indexOf(','));
  expect(blank.map(positionOf)).toEqual(expected.map(positionOf));
  expect(world.files()).toHaveLength((2 * archivedTo) / SEGMENT);
});

it('people and auditors are told the same as before, by the program that ran meanwhile and by commands', () => {
  expect(after).toEqual(before);
  expect(before.said).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(before.shown.map(({ status }) => status)).toEqual(before.shown.map(() => 200));
});

it('an archived sale goes on behind its last revision', async () => {
  const edited = await world.seller.patch(`/api/sales/editsale/${saleId}`, { status: 'Closed', price: 7.5 });
  expect(edited.status).toBe(200);
  await sell(world, 99);
  const { rows } = await world.database.pool.query(
    `SELECT revision FROM events WHERE stream LIKE '%' || $1 ORDER BY revision`,
    [saleId],
  );
  expect(rows).toEqual([{ revision: 0 }, { revision: 1 }]);
});

it('read models are rebuilt from files and table, with the same rows', async () => {
  const { pool } = world.database;
  const rows = async () => {
    const text = (name: string) => `SELECT t::text AS line FROM read.${name} t ORDER BY 1`;
    const names = allProjections.flatMap(({ tables }) => Object.values(tables).map(({ name }) => name));
    const all = await Promise.all(names.map((name) => pool.query(text(name))));
    return Object.fromEntries(all.map((found, index) => [names[index], found.rows]));
  };
  const store = createPostgresEventStore({ pool, archiveDir: world.dir });
  try {
    const live = await rows();
    const built = await rebuild({
      pool,
      store,
      projections: allProjections,
      signal: AbortSignal.timeout(60_000),
    });
    expect(built).toMatchObject({ ok: true, events: await store.head() });
    expect(await rows()).toEqual(live);
  } finally {
    await store.close();
  }
});

it('a backup has all events, and a restore has them in the table again', async () => {
  const target = await createTestDatabase({ template: 'template0' });
  const backup = world.inFolder('backup');
  try {
    const live = await eventsUpTo(world.database.pool, Number.MAX_SAFE_INTEGER);
    const blank = live.filter((line) => Number(line.slice(1, line.indexOf(','))) <= archivedTo);
    expect(await runCommand('backup', [backup], world.place())).toMatchObject({ code: 0, stderr: '' });
    const restored = await runCommand('restore', [backup], { DATABASE_URL: target.url });
    expect(restored, restored.stdout).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringMatching(/\nRestored: all is as it was\.\n$/),
    });
    // To the letter.
    expect(await eventsUpTo(target.pool, Number.MAX_SAFE_INTEGER)).toEqual([
      ...world.events.slice(0, archivedTo),
      ...live.slice(blank.length),
    ]);
  } finally {
    await target.drop();
  }
});

it('a company moves with its archived events and their seals', async () => {
  const target = await createTestDatabase();
  const file = world.inFolder('company');
  try {
    const args = ['export', world.company.owner.email, file];
    expect(await runCommand('company', args, world.place())).toMatchObject({ code: 0, stderr: '' });
    const place = { DATABASE_URL: target.url };
    const imported = await runCommand('company', ['import', file], place);
    expect(imported, imported.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommand('audit', ['verify'], place)).toMatchObject({ code: 0 });
    const again = await runCommand('company', ['import', file], world.place());
    expectRefused(again, /is here already/);
  } finally {
    await target.drop();
  }
});

it.each([[['x']], [['--older-than', 'x']], [['--segment', '0']], [['--what']]])(
  'the arguments %j are answered with the usage',
  async (args) => {
    expectRefused(await runCommand('archive', args, world.place()), /^Usage: npm run archive -- /);
  },
);

it('events of the last 400 days stay, and a folder without an installation makes none', async () => {
  const young = await runCommand('archive', ALL_OF_IT.slice(2), world.place());
  expect(young).toMatchObject({ code: 0, stdout: 'No segment is old enough.\n', stderr: '' });
  const nowhere = { DATA_DIR: join(world.dir, 'nowhere') };
  expectRefused(await runCommand('archive', [], nowhere), /^There is no installation/);
  const elsewhere = { ...world.place(), EVENTSTORE_URL: 'esdb://localhost:2113?tls=false' };
  expectRefused(await runCommand('archive', [], elsewhere), /^The events are in EventStoreDB/);
});
