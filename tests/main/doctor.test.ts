import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { findInDatabase, findInSettings } from '#services/main/doctor.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import { runCommand } from '#tests/rescue/rescue-world.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';

const folder = serverFolder();
/** With a server of its own: that of the tests has autovacuum off. */
const place = { DATA_DIR: folder.path };
let program: Program;
beforeAll(async () => {
  const config = { ...readConfig({}), port: 0, dataDir: folder.path };
  program = await startProgram(config, { log: createLog('silent') });
});
afterAll(async () => {
  await program.stop();
  folder.remove();
});

const RELIABLE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tallyboard.example.com',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_PUBLISHABLE_KEY: 'pk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_PRICE_BASE: 'base',
  STRIPE_PRICE_SEAT: 'seat',
  SECURITY_CONTACT: 'security@example.com',
  SECURITY_CONTACT_UNTIL: '2100-01-01',
};
const doctor = (environment: object, ...args: string[]) =>
  runCommand('doctor', args, { ...environment, ...place });
const missingIn = (stdout: string) =>
  [...stdout.matchAll(/^missing {2}(.+?) {2}/gm)].map(([, about]) => about?.trim());

it('lists what is missing with what to do, and ends with 1; with all of it, it ends with 0', async () => {
  const { code, stdout, stderr } = await doctor({});
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(missingIn(stdout)).toEqual(['mode', 'https', 'mail', 'payments', 'security contact', 'backups']);
  expect(stdout.match(/→ /g)).toHaveLength(6);

  const backup = join(folder.path, 'backup');
  expect(await runCommand('backup', [backup], place)).toMatchObject({
    code: 0,
  });
  const whole = await doctor(RELIABLE, '--backup', backup);
  expect({ code: whole.code, missing: missingIn(whole.stdout) }, whole.stderr).toEqual({
    code: 0,
    missing: [],
  });
  const behind = await doctor({ ...RELIABLE, TRUST_PROXY: '' }, '--backup', backup);
  expect({ code: behind.code, missing: missingIn(behind.stdout) }).toEqual({ code: 1, missing: ['proxy'] });
  const ended = await doctor({ ...RELIABLE, SECURITY_CONTACT_UNTIL: '2026-01-01' }, '--backup', backup);
  expect({ code: ended.code, missing: missingIn(ended.stdout) }).toEqual({
    code: 1,
    missing: ['security contact'],
  });
  const other = await doctor(RELIABLE, '--backup', 'package.json');
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('package.json is no backup of ours.'),
  });
});

it('finds demo accounts, seals that were not delivered, an old backup and a clock that is off', async () => {
  const { owner } = program.core.database;
  await owner.query(`INSERT INTO accounts (company_id, employee_id, created_at) VALUES ($1, 'one', now())`, [
    DEMO_COMPANY_ID,
  ]);
  const post = (day: string, state: string) =>
    owner.query(
      `INSERT INTO mail_outbox (id, company_id, state, secret, posted_at, due_at)
       VALUES ('seal one ' || $1::text, 'one', $2, false, $1::timestamptz, now())`,
      [day, state],
    );
  await post('2026-11-01', 'sent');
  await post('2026-11-02', 'failed');
  const hourBehind = { now: () => new Date(Date.now() - 3_600_000) };
  const found = await findInDatabase(owner, { backupAt: '2026-01-01T00:00:00Z', clock: hourBehind });
  expect(found.filter(({ mend }) => mend).map(({ about }) => about)).toEqual([
    'demo accounts',
    'backups',
    'daily seals',
    'clock',
  ]);
  await post('2026-11-03', 'sent');
  const later = await findInDatabase(owner, { backupAt: undefined, clock: hourBehind });
  expect(later.find(({ about }) => about === 'daily seals')?.mend).toBeUndefined();
  await owner.query('DELETE FROM accounts; DELETE FROM mail_outbox');
});

it('finds a key that others may read, or that each machine has for itself', async () => {
  const key = join(folder.path, 'seal-key.pem');
  chmodSync(key, 0o644);
  const { stdout } = await doctor(RELIABLE);
  chmodSync(key, 0o600);
  expect(missingIn(stdout)).toContain('key of signatures');
  expect(stdout).toContain(`chmod 600 ${key}`);
  const onServer = readConfig({ DATABASE_URL: 'postgres://user:password@db/db' });
  const missing = (config: Config) =>
    findInSettings(config, 'production', new Date()).some(
      ({ about, mend }) => about === 'signatures' && mend,
    );
  expect([missing(onServer), missing({ ...onServer, sealKeyFile: key })]).toEqual([true, false]);
});

it('finds logins that were never made, and makes none', async () => {
  const { owner } = program.core.database;
  const logins = program.core.database.logins;
  const user = logins?.tallyboard_reader.user;
  await owner.query(`ALTER ROLE ${user} NOLOGIN`);
  const { stdout } = await doctor(RELIABLE);
  expect(missingIn(stdout)).toContain('database logins');
  const { rows } = await owner.query('SELECT rolcanlogin FROM pg_roles WHERE rolname = $1', [user]);
  expect(rows).toEqual([{ rolcanlogin: false }]);
  await owner.query(`ALTER ROLE ${user} LOGIN`);
});
