import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factTables } from '#services/rescue/facts.ts';
import { sealedUpTo, startSealer } from '#tests/proof/sealing-world.ts';
import { withCore } from '#tests/support/servers/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import {
  changed,
  expectRefused,
  forged,
  killWhileWaiting,
  runCommand,
  startCommand,
} from './rescue-world.ts';

const folder = serverFolder();
const inFolder = (name: string) => join(folder.path, name);
const file = inFolder('company');
let source: TestDatabase;
let company: SeededCompany;

const seed = (database: TestDatabase, name?: string) =>
  withCore(
    folder.path,
    async (core) => {
      const sealer = startSealer(core.pool, core.store);
      const seeded = await seedCompany(core, { associates: 1, ...(name === undefined ? {} : { name }) });
      await sealedUpTo(core.pool, await core.store.head());
      await sealer.stop();
      return seeded;
    },
    { databaseUrl: database.url },
  );
const at = ({ url }: TestDatabase) => ({ DATABASE_URL: url });
const exported = (to: string) => runCommand('company', ['export', company.owner.email, to], at(source));
const imported = (target: TestDatabase, from = file) => runCommand('company', ['import', from], at(target));

beforeAll(async () => {
  source = await createTestDatabase();
  company = await seed(source, 'Nord');
  expect(await exported(file)).toMatchObject({ code: 0, stderr: '' });
});
afterAll(async () => {
  await source.drop();
  folder.remove();
});

/** An installation with another company. */
async function withTarget(work: (target: TestDatabase, own: SeededCompany) => Promise<void>): Promise<void> {
  const target = await createTestDatabase();
  await seed(target)
    .then((own) => work(target, own))
    .finally(() => target.drop());
}

/** Every row of every table of facts. */
async function factsIn({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  const facts: Record<string, unknown[]> = {};
  for (const { name } of await factTables(client))
    facts[name] = (await client.query(`SELECT t::text FROM ${name} t ORDER BY 1`)).rows;
  client.release();
  return facts;
}

/** Refused with one line, and no row of any table is another one. */
async function expectNothingWritten(target: TestDatabase, from: string, line: RegExp): Promise<void> {
  const before = await factsIn(target);
  expectRefused(await imported(target, from), line);
  expect(await factsIn(target)).toEqual(before);
}

it('an import that is killed while it writes leaves nothing, and is done again', () =>
  withTarget(async (target) => {
    const before = await factsIn(target);
    // All rows but those with a place in the log are written by then.
    const appends = `SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)`;
    await killWhileWaiting(target.pool, appends, () => startCommand('company', ['import', file], at(target)));
    expect(await factsIn(target)).toEqual(before);
    expect(await imported(target)).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommand('audit', ['verify'], at(target))).toMatchObject({ code: 0 });
  }));

it('Ctrl-C ends an import that waits for the log, with one line', () =>
  withTarget(async (target) => {
    const before = await factsIn(target);
    const appends = `SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)`;
    const start = () => startCommand('company', ['import', file], at(target));
    expectRefused(await killWhileWaiting(target.pool, appends, start, 'SIGINT'), /^Stopped\./);
    expect(await factsIn(target)).toEqual(before);
  }));

it('an export that is killed leaves no file that an import takes', async () => {
  const killed = inFolder('killed');
  await killWhileWaiting(source.pool, 'LOCK TABLE stream_states, seal_links', () =>
    startCommand('company', ['export', company.owner.email, killed], at(source)),
  );
  await withTarget((target) => expectNothingWritten(target, killed, /cannot be read: ENOENT/));
});

it('a company that is here, and one that was erased here, are refused', () =>
  withTarget(async (target) => {
    expect(await imported(target)).toMatchObject({ code: 0, stderr: '' });
    await expectNothingWritten(target, file, /^Nothing was imported: company \S+ is here already\.$/m);
    await target.pool.query(
      'INSERT INTO retention_log (company_id, ended_at, begun_at) VALUES ($1, now(), now())',
      [company.companyId],
    );
    await expectNothingWritten(target, file, /was erased here\.$/m);
  }));

it('an email and a name that another company uses are refused and named', () =>
  withTarget(async (target, own) => {
    const { email } = company.owner;
    await target.pool.query(`INSERT INTO emails VALUES ($1, $2, $3, now(), true)`, [
      ...[email, own.companyId, own.owner.employeeId],
    ]);
    await expectNothingWritten(
      target,
      file,
      new RegExp(`^Nothing was imported: another company uses ${email}\\.$`, 'm'),
    );
    await target.pool.query('DELETE FROM emails WHERE email = $1', [email]);
    const names = await source.pool.query('SELECT name FROM company_names');
    if (names.rowCount === 0) {
      await source.pool.query(`INSERT INTO company_names VALUES ('nord', $1, now())`, [company.companyId]);
    }
    const named = inFolder('named');
    expect(await exported(named)).toMatchObject({ code: 0 });
    await target.pool.query(`INSERT INTO company_names VALUES ('nord', $1, now())`, [own.companyId]);
    await expectNothingWritten(target, named, /^Nothing was imported: another company has the name nord\.$/m);
  }));

it.each([
  ['cut by one byte', /cut or altered/, (to: string) => truncateSync(to, readFileSync(to).length - 1)],
  ['altered', /cut or altered/, (to: string) => changed(file, to, (text) => text.replace('Nord', 'Norb'))],
  [
    'of a newer format',
    /newer version .*format 2/,
    (to: string) => changed(file, to, (text) => text.replace('"format":1', '"format":2')),
  ],
  [
    'of a program with other tables',
    /another version/,
    (to: string) => changed(file, to, (text) => text.replace('"001-event-store",', '')),
  ],
])('a file that is %s is refused before anything is written', async (name, line, spoil) => {
  const spoilt = inFolder(name);
  writeFileSync(spoilt, readFileSync(file));
  spoil(spoilt);
  await withTarget((target) => expectNothingWritten(target, spoilt, line));
});

it('a backup is no company, and a company no backup', async () => {
  const backup = inFolder('backup');
  expect(await runCommand('backup', [backup], at(source))).toMatchObject({ code: 0 });
  await withTarget((target) => expectNothingWritten(target, backup, /is not an exported company/));
  expectRefused(await runCommand('restore', [file], at(source)), /is not a backup/);
});

it.each(['accounts', 'events', 'seal_links'])(
  'a file with rows of another company in %s is refused',
  (part) =>
    withTarget(async (target, own) => {
      const spoilt = await forged(file, inFolder(`forged-${part}`), (rows, name) =>
        name === part ? rows.replace(company.companyId, own.companyId) : rows,
      );
      await expectNothingWritten(target, spoilt, new RegExp(`rows of another company in ${part}\\.`));
      // The same file without a change is taken.
      const same = await forged(file, inFolder(`same-${part}`), (rows) => rows);
      expect(await imported(target, same)).toMatchObject({ code: 0, stderr: '' });
    }),
);

it('an email that another company takes while the file is read is refused, too', () =>
  withTarget(async (target, own) => {
    const before = await factsIn(target);
    const client = await target.pool.connect();
    await client.query('BEGIN');
    const taken = [company.owner.email, own.companyId, own.owner.employeeId];
    await client.query('INSERT INTO emails VALUES ($1, $2, $3, now(), true)', taken);
    const { ended } = startCommand('company', ['import', file], at(target));
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await target.pool.query(waiting)).rowCount).toBe(1);
    await client.query('COMMIT');
    client.release();
    expectRefused(
      await ended,
      new RegExp(`^Nothing was imported: .*\\(email\\)=\\(${company.owner.email}\\)`),
    );
    const after = await factsIn(target);
    expect({ ...after, emails: [] }).toEqual({ ...before, emails: [] });
  }));

it('events that were not sealed yet are sealed where they arrive', () =>
  withTarget(async (target) => {
    const databaseUrl = source.url;
    const late = await withCore(folder.path, (core) => seedCompany(core, { associates: 1 }), { databaseUrl });
    const unsealed = inFolder('unsealed');
    const place = at(source);
    expect(await runCommand('company', ['export', late.owner.email, unsealed], place)).toMatchObject({
      code: 0,
    });
    await withCore(
      folder.path,
      async ({ pool, store }) => {
        const sealer = startSealer(pool, store);
        expect(await imported(target, unsealed)).toMatchObject({ code: 0, stderr: '' });
        await sealedUpTo(pool, await store.head());
        await sealer.stop();
        expect(sealer.errors).toEqual([]);
      },
      { databaseUrl: target.url },
    );
    const { code, stdout } = await runCommand('audit', ['verify', '--company', late.owner.email], at(target));
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: \d+ events as sealed/),
    });
  }));

it('a company with a payment or an import under way stays until that has ended', async () => {
  const { companyId } = company;
  await source.pool.query(
    `INSERT INTO billing_intents (id, company_id, kind, ask, command, asked_at, due_at)
     VALUES ('one', $1, 'cancel', '{}', '{}', now(), now())`,
    [companyId],
  );
  const refused = await exported(inFolder('paying'));
  await source.pool.query('DELETE FROM billing_intents');
  expectRefused(refused, /^A payment of the company is under way/);
  await source.pool.query(
    `INSERT INTO imports (company_id, import_id, created_by, created_at, file_name, digest, plan, state, total)
     VALUES ($1, 'one', 'x', now(), 'f.csv', '', '{}', 'running', 1)`,
    [companyId],
  );
  const importing = await exported(inFolder('importing'));
  await source.pool.query('DELETE FROM imports');
  expectRefused(importing, /^The company is importing a file/);
});

it.each([[[]], [['--help']], [['export', 'a@b.test']], [['import', 'a', 'b']]])(
  'the arguments %j are answered with the usage',
  async (args) => expectRefused(await runCommand('company', args, at(source)), /^Usage: npm run company -- /),
);

it('a company that is not there, or no email, is refused in one line', async () => {
  expectRefused(
    await runCommand('company', ['export', 'a@b.test', inFolder('x')], at(source)),
    /nobody has the email/,
  );
  expectRefused(
    await runCommand('company', ['export', 'Nord', inFolder('x')], at(source)),
    /by the email of its admin/,
  );
});
