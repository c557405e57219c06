import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { LAST_NUMBERED, MIGRATIONS, migrate } from '#infra/postgres/migrate.ts';
import { systemScheduler } from '#platform/clock.ts';
import { derivedId, newId } from '#platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const NAMES = readdirSync(MIGRATIONS).map((file) => file.replace(/\.ts$/, ''));

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT name FROM kysely_migration ORDER BY timestamp, name COLLATE "C"',
  );
  return rows.map(({ name }) => name);
}

it('every migration after the numbered ones has the UTC minute it was written in its name', () => {
  const numbered = NAMES.filter((name) => name <= LAST_NUMBERED);
  expect(numbered).toHaveLength(16);
  const later = NAMES.filter((name) => name > LAST_NUMBERED);
  expect(later.filter((name) => !/^20\d{10}-[a-z0-9-]+$/.test(name))).toEqual([]);
});

it('an installation with the numbered migrations in another order starts', async () => {
  await database.pool.query(
    `UPDATE kysely_migration SET timestamp = '2030-01-01T00:00:00.000Z' WHERE name = '040-company-wall'`,
  );
  expect((await applied()).at(-1)).toBe('040-company-wall');
  await migrate(database.pool);
  expect(await applied()).toEqual([...NAMES].sort());
});

it('a migration ordered before applied ones is refused', async () => {
  await database.pool.query('DROP SCHEMA sandbox CASCADE');
  await database.pool.query(`DELETE FROM kysely_migration WHERE name = '060-sandbox-payments'`);
  await expect(migrate(database.pool)).rejects.toThrow(/070-retention to be at index/);
});

it('a start that has nothing to migrate loads no migration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const add = (name: string) =>
    writeFileSync(join(folder, `${name}.mjs`), `throw new Error('was loaded: ${name}')`);
  for (const name of NAMES) add(name);
  await migrate(database.pool, { folder });
  add('209912312359-next');
  await expect(migrate(database.pool, { folder })).rejects.toThrow('was loaded');
});

it('waits for locks a second at a time, so that the version before it goes on serving, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of readdirSync(MIGRATIONS)) symlinkSync(join(MIGRATIONS, file), join(folder, file));
  const added = 'ALTER TABLE accounts ADD COLUMN added text';
  writeFileSync(
    join(folder, '209912312359-next.mjs'),
    `import { sql } from '${import.meta.resolve('kysely')}';
     export const up = (db) => sql\`${added}\`.execute(db);`,
  );
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT FROM accounts');
  let tries = 0;
  const { promise: triedOften, resolve } = Promise.withResolvers<void>();
  const pause = async () => {
    tries += 1;
    if (tries === 3) resolve();
    await systemScheduler.pause(10);
  };
  const said: unknown[] = [];
  const log = { warn: (line: unknown) => void said.push(line) } as never;
  const migrating = migrate(database.pool, { folder, scheduler: { ...systemScheduler, pause }, log });
  await triedOften;
  expect(said).toEqual([expect.stringMatching(/waits for another transaction, such as a dump, to end$/)]);
  // Between two tries nothing is in the way, and during one for a second at most.
  for (let read = 0; read < 20; read += 1) await database.pool.query('SELECT FROM accounts');
  await reader.query('COMMIT');
  reader.release();
  await migrating;
  expect((await database.pool.query('SELECT added FROM accounts')).rows).toEqual([]);
  expect((await applied()).at(-1)).toBe('209912312359-next');
});

it('finds the emails of those who registered a company proven, and those of all others not', async () => {
  const empty = await createTestDatabase({ template: 'template0' });
  onTestFinished(() => empty.drop());
  await migrate(empty.pool, { to: '202611271924-email-links' });
  const companyId = newId();
  const add = (email: string, employeeId: string) =>
    empty.pool.query('INSERT INTO emails VALUES ($1, $2, $3, now(), true)', [email, companyId, employeeId]);
  await add('boss@example.test', derivedId(companyId, 'super employee'));
  await add('ada@example.test', newId());
  await migrate(empty.pool);
  const { rows } = await empty.pool.query(
    'SELECT email, proven_at IS NOT NULL AS proven FROM emails ORDER BY 1',
  );
  expect(rows).toEqual([
    { email: 'ada@example.test', proven: false },
    { email: 'boss@example.test', proven: true },
  ]);
});
