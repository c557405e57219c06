import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AuditSurroundings,
  checkCommand,
  exportCommand,
  verifyCommand,
} from '#services/main/audit-commands.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { sealedUpTo, tamper } from './sealing-world.ts';

let program: TestProgram;
let company: SeededCompany;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-audit-'));
  program = await startTestProgram();
  company = await program.seedCompany();
  // The newest events of the log are not of the company: a program ends when those are gone.
  await program.seedCompany();
  await sealedUpTo(program.core.database.owner, await program.core.store.head());
});
afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(of: (audit: AuditSurroundings) => Promise<number>) {
  const lines: string[] = [];
  const { core } = program;
  const { signal } = new AbortController();
  const code = await of({ core, say: (line) => void lines.push(line), signal });
  return { code, output: lines.join('\n') };
}
const verify = () => run(verifyCommand.read(['--company', company.owner.email]));

async function tampered(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await tamper(program.core.database.owner, statement);
}

const shell = (command: string) =>
  promisify(execFile)('bash', ['-c', command], {
    env: { ...process.env, EVENTSTORE_URL: '', DATABASE_URL: program.databaseUrl, LOG_LEVEL: 'fatal' },
  }).catch((failed: { code: number; stdout: string; stderr: string }) => failed);
const AUDIT = `'${process.execPath}' services/main/audit.main.ts`;

it('verify counts the matching daily seals, and finds a chain that was rebuilt behind them', async () => {
  const { owner: pool } = program.core.database;
  const { rows } = await pool.query(
    `INSERT INTO company_seals SELECT company_id, '2026-11-19', now(), position, number, encode(link, 'hex')
       FROM seal_links WHERE company_id = $1 ORDER BY position DESC LIMIT 1 RETURNING link`,
    [company.companyId],
  );
  expect(rows).toHaveLength(1);
  expect(await verify()).toEqual({ code: 0, output: expect.stringContaining('; 1 seal of a day fits.') });
  await pool.query(`UPDATE company_seals SET link = repeat('f', 64)`);
  expect(await verify()).toEqual({
    code: 1,
    output: expect.stringMatching(/NOT as sealed\. The seal of 2026-11-19 is not what the chain has/),
  });
  await pool.query('DELETE FROM company_seals');
});

it('verify finds events removed from the end together with their links, while the history still has them', async () => {
  const newest = `(SELECT max(position) - 1 FROM seal_links WHERE company_id = '${company.companyId}')`;
  await tampered([
    `CREATE TABLE kept_events AS SELECT * FROM events WHERE position >= ${newest}`,
    `CREATE TABLE kept_links AS SELECT * FROM seal_links WHERE position >= ${newest}`,
    'DELETE FROM events WHERE position IN (SELECT position FROM kept_events)',
    'DELETE FROM seal_links WHERE position IN (SELECT position FROM kept_links)',
  ]);
  const { code, output } = await verify();
  await tampered([
    'INSERT INTO events SELECT * FROM kept_events',
    'INSERT INTO seal_links SELECT * FROM kept_links',
    'DROP TABLE kept_events, kept_links',
  ]);
  expect(code).toBe(1);
  expect(output).toMatch(/NOT as sealed\. \w+, event \d+ of [\w-]+, at position \d+ was removed\./);
  expect(await verify()).toMatchObject({ code: 0 });
});

it('a page is exported and checked at the terminal, for a company and for one of its employees', async () => {
  const file = join(folder, 'page.html');
  const write = (...more: string[]) =>
    run(exportCommand.read(['--company', company.owner.email, '--format', 'html', '--out', file, ...more]));
  const check = () => run(checkCommand.readAlone(['--file', file]));
  const [own] = company.associates;
  expect(await write('--person', own?.employeeId ?? '')).toMatchObject({ code: 0 });
  const statement = {
    code: 0,
    output: expect.stringMatching(/^Statement of Associate1 Test: \d+ events as sealed/),
  };
  expect(await check()).toEqual(statement);

  expect(await write()).toMatchObject({ code: 0 });
  const { rows } = await program.core.database.owner.query(
    `SELECT number, encode(link, 'hex') AS link FROM seal_links WHERE company_id = $1 ORDER BY position DESC LIMIT 1`,
    [company.companyId],
  );
  const [{ number, link }] = rows;
  const { output } = await check();
  expect(output).toContain(`History of ${company.name}: ${number} events as sealed, amounts right;`);
  expect(output).toContain(`it ends with ${link}, signed with the key `);

  writeFileSync(file, readFileSync(file, 'utf8').replace('"hourlySales":', '"hourlySales":1'));
  expect(await check()).toEqual({
    code: 1,
    output: expect.stringMatching(/: does NOT hold\.\n {2}Event \d+ \(goal added, [\d-]+\) was changed/),
  });
  await expect(write('--person', 'nobody')).rejects.toThrow('there is no employee nobody');
  await expect(run(checkCommand.readAlone(['--file', folder]))).rejects.toThrow(/ cannot be read: EISDIR/);
});

it('a damaged history and a failed command have different exit codes, and a closed pipe ends the command', async () => {
  const broken = join(folder, 'broken.html');
  writeFileSync(broken, '<p>no page of ours</p>');
  const [amiss, undone, unread] = await Promise.all([
    shell(`${AUDIT} check --file ${broken}`),
    shell(`${AUDIT} check --file ${join(folder, 'missing.html')}`),
    shell(`${AUDIT} history --company ${company.owner.email} | head -c 1`),
  ]);
  expect(amiss).toMatchObject({ code: 1, stderr: '' });
  expect(undone).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\S+ cannot be read: ENOENT[^\n]*\n$/),
  });
  expect(unread).toMatchObject({ stderr: '', stdout: '2' });
});
