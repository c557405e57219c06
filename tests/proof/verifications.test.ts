import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import type { Proof } from '#services/proof/seal/proof.ts';
import { createVerificationRecords } from '#services/proof/verifications.postgres.ts';
import { createVerifications } from '#services/proof/verifications.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

const BEAT_MS = 300;

const database = databaseWorld();
let time: SteppedTime;
let companyId: string;
beforeEach(() => {
  time = steppedTime();
  companyId = newId();
});

/** The verifications of one process; `verifyCompany` does the checking. */
function verificationsBy(verifyCompany: Proof['verifyCompany']) {
  return createVerifications({
    proof: { verifyCompany, headOf: async () => null },
    records: createVerificationRecords({ pool: database.pool, clock: time.clock }),
    seals: { compare: async () => ({ seals: 0, unfit: null }) },
    queries: { lastEventUpTo: async () => null },
    log: createLog('silent'),
    scheduler: time.scheduler,
  });
}

describe('the check of a history', () => {
  it('ends when another process has taken it over, and leaves that one its record', async () => {
    const stopped = Promise.withResolvers<void>();
    const checks = verificationsBy((_companyId, _onProgress, signal) => {
      signal?.addEventListener('abort', () => stopped.resolve());
      return stopped.promise.then(() => Promise.reject(new Error('stopped')));
    });
    await checks.start(companyId);
    const other = newId();
    await database.pool.query('UPDATE verifications SET id = $2 WHERE company_id = $1', [companyId, other]);
    await time.pass(BEAT_MS);
    await stopped.promise;
    await checks.close();
    expect(await checks.newest(companyId)).toMatchObject({ id: other, state: 'running' });
  });

  it('that broke off says so, and can begin again', async () => {
    const checks = verificationsBy(() => Promise.reject(new Error('the database is away')));
    const { id } = await checks.start(companyId);
    await expect.poll(async () => (await checks.newest(companyId))?.state).toBe('stopped');
    expect((await checks.start(companyId)).id).not.toBe(id);
    await checks.close();
    expect(time.waiting(), 'heartbeats of checks that are over').toBe(0);
  });
});
