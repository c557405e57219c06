import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createIntents } from '#services/billing/intents/intents.postgres.ts';
import { createTrials, noteTrialKey, readTrialKey } from '#services/billing/trials.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();
const key = () => Buffer.from('a key of the tests');
/** Beside processes of a former version, or after the last one of them. */
const trialsBeside = {
  former: createTrials({ key, readByAll: {} }),
  none: createTrials({ key, readByAll: { EmployeeErased: 1 } }),
};
const payer = { companyName: 'Acme', email: 'ada@acme.test' };
/** As a version before this one wrote it. */
const plainOf = ({ companyName, email }: typeof payer) =>
  hash('sha256', JSON.stringify([companyName.toLowerCase(), email]), 'base64url');

async function rows(): Promise<string[]> {
  const { rows } = await database.pool.query<{ payer: string }>(
    'SELECT payer FROM billing_trials ORDER BY 1',
  );
  return rows.map((row) => row.payer);
}
const intents = () => createIntents({ pool: database.pool, clock: systemClock });
const claim = (companyId: string, trials = trialsBeside.none, of = payer) =>
  intents().claimTrial(companyId, trials.claimOf([trials.ofPayer(of)]));

it('a trial of a former version counts before and after its digest is converted, which leaves nothing to guess', async () => {
  const plain = plainOf(payer);
  await database.pool.query(`INSERT INTO billing_trials VALUES ($1, 'one', now()), ('other.', '', now())`, [
    plain,
  ]);
  for (const [name, trials] of Object.entries(trialsBeside))
    expect([name, await claim('two', trials)]).toEqual([name, false]);
  expect(await claim('one')).toBe(true);

  expect(await trialsBeside.former.convert(database.pool)).toBe(0);
  expect(await rows()).toContain(plain);
  expect(await trialsBeside.none.convert(database.pool)).toBe(1);
  expect(await trialsBeside.none.convert(database.pool)).toBe(0);
  expect(await rows()).toEqual(expect.arrayContaining([trialsBeside.none.ofPayer(payer).keyed, 'other.']));
  expect((await rows()).filter((row) => !row.includes('.'))).toEqual([]);
  expect(await claim('two')).toBe(false);
  expect(await claim('one')).toBe(true);
});

it('a trial that begins beside a former version is found by it, and by both later', async () => {
  const other = { companyName: ' ÉCLAIR  Ltd', email: 'Bea@Eclair.test' };
  expect(await claim('three', trialsBeside.former, other)).toBe(true);
  expect(await rows()).toContain(trialsBeside.none.ofPayer(other).plain);
  await trialsBeside.none.convert(database.pool);
  expect(await rows()).not.toContain(trialsBeside.none.ofPayer(other).plain);
  expect(await claim('four', trialsBeside.none, other)).toBe(false);
});

it('the key is made once in the data folder, for its owner alone, and what is no key is refused', async () => {
  const folder = serverFolder();
  const dataDir = join(folder.path, 'data');
  const made = await readTrialKey({ trialKey: undefined, dataDir });
  expect(await readTrialKey({ trialKey: undefined, dataDir })).toEqual(made);
  expect(made.toString()).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(dataDir, 'trial.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['trial.key']);
  expect((await readTrialKey({ trialKey: 'x'.repeat(32), dataDir })).toString()).toBe('x'.repeat(32));
  const half = join(folder.path, 'half');
  mkdirSync(half);
  writeFileSync(join(half, 'trial.key'), 'abc');
  await expect(readTrialKey({ trialKey: undefined, dataDir: half })).rejects.toThrow(/holds no key/);
  folder.remove();
});

it('another key than before is said', async () => {
  const said: string[] = [];
  const log = { warn: (text: unknown) => void said.push(String(text)) };
  await noteTrialKey(database.pool, Buffer.from('one'), log as unknown as Pick<Log, 'warn'>);
  await noteTrialKey(database.pool, Buffer.from('one'), log as unknown as Pick<Log, 'warn'>);
  expect(said).toEqual([]);
  await noteTrialKey(database.pool, Buffer.from('two'), log as unknown as Pick<Log, 'warn'>);
  expect(said).toEqual([expect.stringContaining('another TRIAL_KEY')]);
});
