import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EventStoreUnavailable, START } from '#platform/event-store/event-store.port.ts';
import {
  ArchiveUnreadable,
  filesOf,
  openSegment,
  writeSegment,
} from '#platform/event-store/postgres/archive-files.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { ALL_OF_IT, archiveWorld, SEGMENT } from './archive-world.ts';
import { expectRefused, killWhileWaiting, runCommand } from './rescue-world.ts';

const world = archiveWorld();

const DIE = `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`;

/** Stores as of processes that start now. */
async function withStores(work: (...stores: ReturnType<typeof open>[]) => Promise<void>): Promise<void> {
  const stores = [open(), open()];
  try {
    await work(...stores);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}
const open = () => createPostgresEventStore({ pool: world.database.pool, archiveDir: world.dir });

async function expectAll(): Promise<void> {
  await withStores(async (store) => {
    const log = await store.readAll({ after: START, limit: 10_000 });
    expect(log.map(({ position }) => position)).toEqual(world.events.map((_, index) => index + 1));
  });
  expect(await world.audit('verify')).toMatchObject({ code: 0, stderr: '' });
}

it('an archive that is killed at any step loses nothing and doubles nothing, and is completed', async () => {
  const { pool } = world.database;
  await world.program.stop();
  // Before anything is written, and with whole files that no table names.
  for (const lock of ['LOCK TABLE events', 'LOCK TABLE log_segments IN SHARE MODE']) {
    await killWhileWaiting(pool, lock, world.startArchive);
    expect(await world.archived(), lock).toBe(0);
    await expectAll();
  }
  expect(world.files()).toHaveLength(2);
  // With its first segment in files, and still in the table.
  await pool.query(`${DIE}; CREATE TRIGGER die BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION die()`);
  expect(await world.startArchive().ended).toMatchObject({ code: 1 });
  await pool.query('DROP FUNCTION die() CASCADE');
  expect(await world.archived()).toBe(SEGMENT);
  expect((await pool.query('SELECT min(position) AS first FROM events')).rows).toEqual([{ first: 1 }]);
  await expectAll();

  expect(await world.startArchive().ended).toMatchObject({ code: 0, stderr: '' });
  const to = await world.archived();
  expect(to).toBeGreaterThan(SEGMENT);
  expect(world.files()).toHaveLength((2 * to) / SEGMENT);
  await expectAll();

  world.program = await world.start();
  await erases();
  await damages();
});

/** A sale in the archive, and what is left of it after kills in the middle of its erasure. */
async function erases(): Promise<void> {
  await withStores(async (store, other) => {
    if (!store || !other) throw new Error('no stores');
    const [sale] = (await store.readAll({ after: 10, limit: 30 })).filter(({ stream }) =>
      stream.startsWith('sale-'),
    );
    const { stream = '', position = 0 } = sale ?? {};
    const named = world.files();
    const beside = await other.readAll({ after: position - 3, limit: 5 });
    expect(beside).toHaveLength(5);

    // Its new files are written, and the database refuses to name them.
    const { pool } = world.database;
    await pool.query(
      `${DIE}; CREATE TRIGGER die BEFORE UPDATE ON log_segments FOR EACH ROW EXECUTE FUNCTION die()`,
    );
    await expect(store.erase({ streams: [stream], prefixes: [] })).rejects.toThrow('killed');
    await pool.query('DROP FUNCTION die() CASCADE');
    expect(world.files()).toHaveLength(named.length + 2);
    expect(await other.read(stream)).toHaveLength(1);

    expect(await store.erase({ streams: [stream], prefixes: [] })).toBe(1);
    for (const reader of [store, other]) {
      expect(await reader.read(stream)).toEqual([]);
      expect(await reader.readAll({ after: position - 3, limit: 4 })).toEqual(
        beside.filter((event) => event.position !== position),
      );
      expect(await reader.has({ position, id: sale?.id ?? '' })).toBe(true);
    }
    // No file is left that has it.
    expect(world.files()).toHaveLength(named.length);
    expect(world.files()).not.toEqual(named);
    const again = world.files();
    expect(await store.erase({ streams: [stream], prefixes: [] })).toBe(1);
    expect(world.files()).toEqual(again);
  });
}

/** A file that is missing or altered is named, and nothing is made up. */
async function damages(): Promise<void> {
  const name = world.files().find((file) => file.includes(`-${SEGMENT + 1}-`) && file.endsWith('.events'));
  const file = join(world.dir, name as string);
  const line = new RegExp(
    `^The archive file ${file} \\(events ${SEGMENT + 1} to ${2 * SEGMENT}\\) [^\\n]+\\n$`,
  );
  const expectNamed = async () => {
    await withStores(async (store) => {
      const reading = store?.readAll({ after: START, limit: 1000 });
      await expect(reading).rejects.toThrow(EventStoreUnavailable);
      await expect(reading).rejects.toThrow(file);
      // Others are read.
      expect(await store?.readAt([1, SEGMENT, 2 * SEGMENT + 1])).toHaveLength(3);
    });
  };
  const expectNamedByCommands = async () => {
    expect((await world.audit('verify')).stderr).toMatch(line);
    const backup = await runCommand('backup', [world.inFolder('none')], world.place());
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringMatching(line) });
  };
  const { rows } = await world.database.pool.query<{ id: string }>(
    `SELECT split_part(stream, '_', 2) AS id FROM events WHERE position = $1`,
    [SEGMENT + 5],
  );
  const owner = await signIn(createHttpClient(world.program.url), world.company.owner.email);
  const history = `/api/audit/history/sale/${rows[0]?.id}`;
  const readiness = async () => (await fetch(`${world.program.url}/readyz`)).json();

  const bytes = readFileSync(file);
  const flipped = Buffer.from(bytes);
  flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, flipped);
  await expectNamed();
  writeFileSync(file, bytes.subarray(0, -1));
  await expectNamed();
  renameSync(file, `${file}.elsewhere`);
  await expectNamed();
  await expectNamedByCommands();
  expect(await owner.get(history)).toMatchObject({ status: 503 });
  expect(await readiness()).toMatchObject({ checks: { archive: { missing: file } } });
  renameSync(`${file}.elsewhere`, file);
  writeFileSync(file, bytes);
  await withStores(async (store) => {
    expect(await store?.readAll({ after: START, limit: 1000 })).toHaveLength(world.events.length - 1);
  });
  expect(await owner.get(history)).toMatchObject({ status: 200 });
  expect((await readiness()).checks.archive).toEqual({ ok: true, archivedTo: await world.archived() });
}

it('a block that ends with a zero is missed, too, when the file is shorter than it was', async () => {
  const block = Buffer.from([1, 2, 0]);
  async function* blocks() {
    yield block;
  }
  const about = { first: 1, last: 1, recorded: ['', ''], seals: [] } as const;
  const dir = world.inFolder('shorter');
  mkdirSync(dir);
  const { segment } = await writeSegment(dir, 'one', about, blocks(), new AbortController().signal);
  const { packed } = await openSegment(dir, segment);
  expect(await packed([0])).toEqual([block]);
  truncateSync(filesOf(dir, 'one').events, block.length - 1);
  await expect(packed([0])).rejects.toThrow(ArchiveUnreadable);
});

it('an archive beside a process of a former version, or another archive, is refused', async () => {
  const { pool } = world.database;
  await pool.query(`INSERT INTO processes VALUES (gen_random_uuid(), '{}', clock_timestamp())`);
  expectRefused(await runCommand('archive', ALL_OF_IT, world.place()), /^A process of a former version runs/);
  await pool.query('DELETE FROM processes WHERE NOT reads_archive');
  const client = await pool.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtextextended('archive', 0))`);
    expectRefused(await runCommand('archive', ALL_OF_IT, world.place()), /^Another archive/);
  } finally {
    client.release(true);
  }
});
