import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRetention } from '#services/main/retention.ts';
import { retentionJob } from '#services/retention/retention.job.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { holdUp } from '#tests/support/servers/hold-up.ts';
import { createRetentionWorld, type Filled, type RetentionWorld } from './retention-world.ts';
import { runRetention } from './run-retention.ts';

let world: RetentionWorld;
let stays: Filled;
beforeAll(async () => {
  world = await createRetentionWorld();
  stays = await world.fill('Heron');
});
afterAll(() => world.stop());

let companies = 0;
async function ended(): Promise<Filled> {
  companies += 1;
  return world.fillEnded(`Zebra${companies}`);
}

async function dueOf({ companyId }: Filled) {
  const due = (await world.retention.due()).find((each) => each.companyId === companyId);
  if (!due) throw new Error('not due');
  return due;
}

/** What a run does, in this process: the nightly job. */
const night = (retention = world.retention) =>
  retentionJob(retention, { eraseOrdered: async () => [], keyTrials: async () => 0 }).handler(
    {},
    { jobId: 'one', attempt: 1, signal: new AbortController().signal, log: world.core.log },
  );

/** The write that the kill interrupts. */
const STEPS = [
  ['the first line of the log', 'retention_log', 'INSERT', 'true'],
  ['the first rows', 'accounts', 'DELETE', 'true'],
  ['the count of the rows', 'retention_log', 'UPDATE', `new.counts ? 'accounts'`],
  ['the event that says so', 'events', 'INSERT', `new.type = 'CompanyErased'`],
  ['an event in the middle', 'events', 'UPDATE', 'old.revision = 1'],
  ['the read models', 'read.shards', 'UPDATE', 'new.generation <> old.generation'],
  ['the last line of the log', 'retention_log', 'UPDATE', 'new.finished_at IS NOT NULL'],
] as const;

describe('kill -9', () => {
  it.each(STEPS)(
    'during %s: the next run completes the erasure',
    { tags: ['spec-9.1'] },
    async (what, table, event, condition) => {
      const company = await ended();
      const write = await holdUp(world.core.database.owner, { table, event, condition });
      const { child, exit } = runRetention(world, ['--apply']);
      await write.reached();
      child.kill('SIGKILL');
      await exit();
      await write.outlived();

      await night();
      expect([what, await world.retention.due()]).toEqual([what, []]);
      expect(await world.found(company.traces)).toEqual([]);
      expect(await world.tracesInEvents(company.traces)).toEqual([]);
      expect(await world.logged(company)).toMatchObject({
        finished_at: expect.any(String),
        counts: { accounts: 5, emails: 5, events: expect.any(Number) },
      });
      expect(await world.readModels(company.companyId)).toEqual(
        Object.fromEntries(Object.keys(await world.readModels()).map((name) => [name, []])),
      );
    },
  );
});

describe('a company before its time', () => {
  it.each([
    ['stripe', 'running'],
    ['sandbox', 'erased'],
  ] as const)('that pays at %s is %s', async (provider, outcome) => {
    const company = await world.fill(`Early${provider}`);
    await world.cancel(company);
    const ctx = contextOf(company.companyId, { now: new Date().toISOString() });
    const started = await world.core.commands.subscriptions.startSubscription(ctx, {
      ...{ provider, providerSubscriptionId: `sub_${provider}`, status: 'active' },
      ...{ trialEndsAt: null, nextBillingAt: null, seats: 1 },
    });
    expect(started.ok).toBe(true);
    await world.waitForReads();
    const before = await world.found(company.traces);
    const due = { companyId: company.companyId, endedAt: world.core.clock.now().toISOString() };
    expect(await world.retention.eraseNow(due)).toBe(outcome);
    expect(await world.found(company.traces)).toEqual(outcome === 'erased' ? [] : before);
  });
});

describe('a company that comes back', () => {
  it('at the last moment is not erased', async () => {
    const company = await ended();
    const due = await dueOf(company);
    const before = await world.found(company.traces);
    const renewed = await world.core.commands.subscriptions.startSubscription(
      contextOf(company.companyId, { now: new Date().toISOString() }),
      {
        ...{ provider: 'sandbox', providerSubscriptionId: 'sub_again', status: 'active' },
        ...{ trialEndsAt: null, nextBillingAt: null, seats: 1 },
      },
    );
    expect(renewed.ok).toBe(true);
    expect(await world.retention.erase(due)).toBe('running');
    await world.waitForReads();
    expect(await world.retention.due()).toEqual([]);
    expect(await world.found(company.traces)).toEqual(before);
  });

  it('is not erased while the payment provider is asked, and cannot come back afterwards', async () => {
    const company = await ended();
    const due = await dueOf(company);
    const { owner: pool } = world.core.database;
    await pool.query(
      `INSERT INTO billing_intents (id, company_id, kind, ask, command, asked_at, due_at)
       VALUES ('half done', $1, 'start', '{}', '{}', now(), now())`,
      [company.companyId],
    );
    expect(await world.retention.erase(due)).toBe('running');
    await pool.query(`UPDATE billing_intents SET state = 'refused' WHERE id = 'half done'`);
    expect(await world.retention.erase(due)).toBe('erased');
    expect(await world.found(company.traces)).toEqual([]);
  });
});

it('an erasure waits for a rebuild that may have read the events before, and completes afterwards', async () => {
  const company = await ended();
  const due = await dueOf(company);
  const rebuilding = await world.core.database.owner.connect();
  await rebuilding.query(`SELECT pg_advisory_lock(4711003, hashtext('directory'))`);
  expect(await world.retention.erase(due)).toBe('busy');
  expect((await world.retention.due()).map(({ companyId }) => companyId)).toEqual([company.companyId]);
  await rebuilding.query('SELECT pg_advisory_unlock_all()');
  rebuilding.release();
  expect(await world.retention.erase(due)).toBe('erased');
  expect(await world.found(company.traces)).toEqual([]);
});

it('two runs at the same moment count everything once', async () => {
  const company = await ended();
  const due = await dueOf(company);
  const outcomes = await Promise.all([world.retention.erase(due), world.retention.erase(due)]);
  expect(outcomes).toContain('erased');
  expect(await world.found(company.traces)).toEqual([]);
  expect((await world.logged(company))?.counts).toMatchObject({ accounts: 5, emails: 5 });
});

/** Leaves a row of an erased company, as work does that was under way. */
async function leaveLate({ companyId, traces: [trace = ''] }: Filled): Promise<void> {
  await world.core.database.owner.query(
    `INSERT INTO mail_outbox (id, company_id, content, secret, posted_at, due_at)
     VALUES ('late', $1, to_jsonb($2::text), false, now(), now())`,
    [companyId, trace],
  );
  expect(await world.found([trace])).toEqual([`public.mail_outbox: ${trace}`]);
}

it('the nightly job erases due data, and data that a late writer left', async () => {
  const company = await ended();
  await night();
  expect(await world.found(company.traces)).toEqual([]);
  await leaveLate(company);
  await night();
  expect(await world.found(company.traces)).toEqual([]);
});

it('another company is complete after all of this', async () => {
  expect(stays.traces.filter((trace) => trace.length > 7).length).toBeGreaterThan(10);
  const found = new Set((await world.found(stays.traces)).map((hit) => hit.split(': ')[1]));
  const inEvents = new Set(await world.tracesInEvents(stays.traces));
  expect(stays.traces.filter((trace) => !found.has(trace) && !inEvents.has(trace))).toEqual([]);
});

it('nothing is changed while a process runs that cannot read of it, but the night looks again; the next one goes on', async () => {
  const [gone, company] = [await ended(), await ended()];
  expect(await world.retention.erase(await dueOf(gone))).toBe('erased');
  await leaveLate(gone);
  const due = await dueOf(company);
  const readByAll = { ...world.core.readByAll, CompanyErased: 0 };
  const beside = openRetention({ ...world.core, readByAll });
  const before = [await world.logOf(company), await world.found(company.traces)];
  expect(await beside.erase(due)).toBe('deferred');
  await night(beside);
  expect([await world.logOf(company), await world.found(company.traces)]).toEqual(before);
  expect(await world.logged(company)).toBeUndefined();
  expect(await world.found(gone.traces)).toEqual([]);
  await night();
  expect(await world.found(company.traces)).toEqual([]);
});
