import { beforeEach, describe, expect, it } from 'vitest';
import type { Verdict } from '#contracts/proof/verdict.ts';
import { QueueFullError } from '#platform/concurrency/mutex.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import type { Proof } from '#services/proof/seal/proof.ts';
import { createVerificationRecords } from '#services/proof/verifications.postgres.ts';
import { createVerifications } from '#services/proof/verifications.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

const BEAT_MS = 300;
const INTACT: Verdict = {
  ...{ fault: null, events: 0, erased: 0, head: null, signed: false },
  unsealed: { events: 0, seconds: 0 },
};

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

  it('waits for its turn behind two of other companies, and one too many is refused', async () => {
    const checked: string[] = [];
    const gates = new Map<string, () => void>();
    const checks = verificationsBy((of) => {
      checked.push(of);
      return new Promise((resolve) => gates.set(of, () => resolve(INTACT)));
    });
    const companies = Array.from({ length: 2 + 50 }, newId);
    const begun = await Promise.all(companies.map((of) => checks.start(of)));
    expect(begun.map(({ state }) => state)).toEqual(companies.map(() => 'running'));
    expect(checked).toHaveLength(2);
    await expect(checks.start(newId())).rejects.toThrow(QueueFullError);
    // One that runs or waits is joined.
    expect((await checks.start(companies[9] ?? '')).id).toBe(begun[9]?.id);

    for (let at = 0; at < companies.length; at++) {
      await expect.poll(() => checked.length).toBeGreaterThan(at);
      gates.get(checked[at] ?? '')?.();
    }
    for (const of of companies)
      await expect.poll(async () => (await checks.newest(of))?.state).toBe('intact');
    expect(new Set(checked)).toEqual(new Set(companies));
    await checks.close();
    expect(time.waiting(), 'heartbeats of checks that are over').toBe(0);
  });

  it('that waits is known to be alive, and ends with its process', async () => {
    const checks = verificationsBy(
      (_companyId, _onProgress, signal) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const [, , waiting = ''] = await Promise.all(
      [newId(), newId(), companyId].map(async (of) => {
        await checks.start(of);
        return of;
      }),
    );
    const beaten = async () => {
      const { rows } = await database.pool.query<{ beat: string }>(
        'SELECT beat_at::text AS beat FROM verifications WHERE company_id = $1',
        [waiting],
      );
      return rows[0]?.beat;
    };
    const before = await beaten();
    await time.pass(20 * BEAT_MS);
    await expect.poll(beaten).not.toBe(before);
    await checks.close();
    expect((await checks.newest(waiting))?.state).toBe('stopped');
    expect(time.waiting(), 'heartbeats of checks that are over').toBe(0);
  });
});
