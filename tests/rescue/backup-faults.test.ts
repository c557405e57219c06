import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { knownMigrations } from '#infra/postgres/migrate.ts';
import { CliError } from '#platform/terminal.ts';
import { factTables } from '#services/rescue/facts.ts';
import { checkBackup } from '#services/rescue/restore.ts';
import { builtProgram, startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn, startAnother } from '#tests/support/servers/test-program.ts';
import { changed, expectRefused, killWhileWaiting, runCommand, startCommand } from './rescue-world.ts';

const folder = serverFolder();
const inFolder = (name: string) => join(folder.path, name);
const file = inFolder('backup');
let source: TestDatabase;
let company: SeededCompany;

beforeAll(async () => {
  source = await createTestDatabase();
  company = await withCore(folder.path, (core) => seedCompany(core), { databaseUrl: source.url });
  const made = await runCommand('backup', [file], { DATABASE_URL: source.url });
  expect(made).toMatchObject({ code: 0, stderr: '' });
});
afterAll(async () => {
  await source.drop();
  folder.remove();
});

/** A database with our tables and without rows. */
async function withTarget(work: (target: TestDatabase, restore: typeof restoreInto) => Promise<void>) {
  const target = await createTestDatabase({ template: inject('migratedDatabase') });
  await work(target, restoreInto).finally(() => target.drop());
}
const restoreInto = (target: TestDatabase, from = file) =>
  runCommand('restore', [from], { DATABASE_URL: target.url });

/** The rows of each table that has some. */
async function rowsIn({ pool }: TestDatabase): Promise<Record<string, number>> {
  const client = await pool.connect();
  const rows: Record<string, number> = {};
  for (const { name } of await factTables(client)) {
    const { rowCount } = await client.query(`SELECT FROM ${name}`);
    if (rowCount) rows[name] = rowCount;
  }
  client.release();
  return rows;
}
const EMPTY = { seal_progress: 1, 'sandbox.secrets': 1 };

const restored = { code: 0, stdout: expect.stringMatching(/\nRestored: all is as it was\.\n$/), stderr: '' };

it('a backup that is killed leaves no file that a restore takes, and the next one is whole', async () => {
  const killed = inFolder('killed');
  const backup = () => startCommand('backup', [killed], { DATABASE_URL: source.url });
  await killWhileWaiting(source.pool, 'LOCK TABLE sessions', backup);
  expect(existsSync(killed)).toBe(false);
  await withTarget(async (target) => {
    expectRefused(await restoreInto(target, `${killed}.part`), /cut or altered/);
    expect(await backup().ended).toMatchObject({ code: 0 });
    expect(await restoreInto(target, killed)).toMatchObject(restored);
  });
});

it('Ctrl-C ends a backup at once, with one line and without a file', async () => {
  const stopped = inFolder('stopped');
  const backup = () => startCommand('backup', [stopped], { DATABASE_URL: source.url });
  expectRefused(await killWhileWaiting(source.pool, 'LOCK TABLE sessions', backup, 'SIGINT'), /^Stopped\./);
  expect([existsSync(stopped), existsSync(`${stopped}.part`)]).toEqual([false, false]);
});

it('a restore that is killed before all facts are in leaves nothing, and is done again', () =>
  withTarget(async (target) => {
    const place = { DATABASE_URL: target.url };
    const lock = 'LOCK TABLE sessions IN SHARE MODE';
    await killWhileWaiting(target.pool, lock, () => startCommand('restore', [file], place));
    expect(await rowsIn(target)).toEqual(EMPTY);
    expect(await restoreInto(target)).toMatchObject(restored);
    expect(await rowsIn(target)).toEqual(await rowsIn(source));
  }));

it('a restore that is killed while it makes the read models goes on with them', () =>
  withTarget(async (target) => {
    const place = { DATABASE_URL: target.url };
    const another = inFolder('another');
    await runCommand('backup', [another], { DATABASE_URL: source.url });
    const ofReadModels = 'SELECT pg_advisory_xact_lock(4711001)';
    await killWhileWaiting(target.pool, ofReadModels, () => startCommand('restore', [file], place));
    expect(await rowsIn(target)).toEqual(await rowsIn(source));
    const other = await restoreInto(target, another);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*another file[^\n]*\n$/) });
    const again = await restoreInto(target);
    expect(again).toMatchObject(restored);
    expect(again.stdout).toContain('The facts are here already; the checks go on.');
    const twice = await restoreInto(target);
    expect(twice).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was restored: [^\n]*\n$/),
    });
  }));

it('a backup on a full disk says so in one line and leaves nothing', async () => {
  const { path, env } = builtProgram('backup');
  const full = inFolder('full');
  const limited = `trap '' XFSZ; ulimit -f 1; exec '${process.execPath}' '${path}' '${full}'`;
  const run = promisify(execFile)('bash', ['-c', limited], {
    env: { ...env, NODE_COMPILE_CACHE: undefined, DATABASE_URL: source.url },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\S+\/full cannot be written: EFBIG[^\n]*\n$/),
  });
  expect([existsSync(full), existsSync(`${full}.part`)]).toEqual([false, false]);
});

it('a file that is cut by one byte is refused before anything is written', async () => {
  const cut = inFolder('cut');
  writeFileSync(cut, readFileSync(file).subarray(0, -1));
  await withTarget(async (target) => {
    expectRefused(await restoreInto(target, cut), /cut or altered/);
    expect(await rowsIn(target)).toEqual(EMPTY);
  });
});

it.each([
  ['altered in one bit', /cut or altered/, flip],
  ['with another name of a company', /cut or altered/, (to: string) => changed(file, to, rename)],
  ['of a newer format', /newer version .*format 2/, (to: string) => changed(file, to, newer)],
  [
    'of a program with other tables',
    /another version .*209901010000-more/,
    (to: string) => changed(file, to, more),
  ],
  ['no backup', /cut or altered/, (to: string) => writeFileSync(to, 'a text')],
])('a file that is %s is refused, too', async (name, line, spoil) => {
  const spoilt = inFolder(name);
  writeFileSync(spoilt, readFileSync(file));
  spoil(spoilt);
  const expected = {
    known: await knownMigrations(),
    events: 'postgres',
    signal: new AbortController().signal,
  } as const;
  await expect(checkBackup(file, expected)).resolves.toBeDefined();
  await expect(checkBackup(spoilt, expected)).rejects.toThrow(line);
  await expect(checkBackup(spoilt, expected)).rejects.toThrow(CliError);
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
const rename = (contents: string) => contents.replaceAll(company.name, company.name.replace('C', 'D'));
const newer = (contents: string) => contents.replace('"format":1', '"format":2');
const more = (contents: string) => contents.replace('"],"events"', '","209901010000-more"],"events"');

it('a place with facts, or with a program, is refused', async () => {
  expect(await restoreInto(source)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was restored: there are rows in \w+\.[^\n]*\n$/),
  });
  await withTarget(async (target) => {
    const program = await startAnother({ databaseUrl: target.url });
    const refused = await restoreInto(target).finally(program.stop);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*a program is running[^\n]*\n$/),
    });
  });
});

it.each([[[]], [['--help']], [['a', 'b']]])('the arguments %j are answered with the usage', async (args) => {
  for (const name of ['backup', 'restore'] as const)
    expectRefused(await runCommand(name, args, { DATABASE_URL: source.url }), /^Usage: npm run \w+ -- /);
});

it('a file that is there is never overwritten, and a folder without an installation makes none', async () => {
  expectRefused(await runCommand('backup', [file], { DATABASE_URL: source.url }), /exists already/);
  const nowhere = inFolder('nowhere');
  expectRefused(
    await runCommand('backup', [inFolder('x')], { DATA_DIR: nowhere }),
    /There is no installation/,
  );
  expect(existsSync(nowhere)).toBe(false);
});

it('a program on the former log ends, and the next one goes on with the restored one', async () => {
  const former = await createTestDatabase({ template: 'template0' });
  const place = { DATABASE_URL: former.url };
  expect(await restoreInto(former)).toMatchObject(restored);
  await former.pool.end();
  const name = (url: string) => new URL(url).pathname.slice(1);
  // As a second restore of the same file.
  const target = await createTestDatabase({ template: name(former.url) });
  await target.pool.end();
  const program = await startBuiltProgram(folder.path, undefined, place);
  const seller = await signIn(createHttpClient(program.url), company.associates[0]?.email ?? '');
  const lost = {
    ...{ name: 'Roof', campaignId: company.campaigns[0]?.campaignId ?? '', price: 1, status: 'Closed' },
    customerNumber: 'lost',
  };
  expect((await seller.post('/api/sales/addsale', lost)).status).toBe(200);

  const { pool: admin } = source;
  const end = (of: string) =>
    admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [of]);
  // No connection between the two: the program comes back at once.
  await admin.query(`ALTER DATABASE ${name(former.url)} ALLOW_CONNECTIONS false`);
  await end(name(former.url));
  await expect
    .poll(async () => (await end(name(former.url))).rowCount, { message: 'sessions of the former one' })
    .toBe(0);
  await admin.query(`ALTER DATABASE ${name(former.url)} RENAME TO ${name(former.url)}_lost`);
  await admin.query(`ALTER DATABASE ${name(target.url)} RENAME TO ${name(former.url)}`);

  const { code, stderr } = await program.ended;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^The event log is another one: [^\n]+\n$/),
  });
  const next = await startAnother({ databaseUrl: former.url });
  const again = await signIn(createHttpClient(next.url), company.associates[0]?.email ?? '');
  const { body } = await again.get('/api/sales/getsales/all');
  expect(body.requestedData).toEqual([]);
  await next.stop();
  for (const database of [name(former.url), `${name(former.url)}_lost`])
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
});
