import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { loadDemoCompany, openShiftsBesideLoad } from '#services/demo/demo-company.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { everyNumberOpens } from './demo-numbers.suite.ts';
import { payIsInOrder } from './demo-payday.suite.ts';
import { everyDayPlaysBack } from './demo-replay.suite.ts';

type Reply = { requestedData: Record<string, unknown>[] };

/** In the night of Toronto, when the days of its zones differ; demo-hours.test.ts has other hours. */
const clock = { now: () => new Date('2026-11-21T04:11:00.000Z') };

describe('the demo company', () => {
  let program: TestProgram;
  let position: number;
  /** How many shifts were open in the middle of the load: in the read models, and for the job of midnight. */
  const halfway = { open: 0, toEnd: 0 };

  /** The whole program works beside the load, as another process may. */
  function withLookHalfway({ core, progress }: TestProgram): EventStore {
    let appends = 0;
    const look = async () => {
      await progress.waitFor(await core.store.head(), MAX_WAIT_MS);
      halfway.open = (await core.queries.openShifts()).length;
      halfway.toEnd = (await openShiftsBesideLoad(core.queries)()).length;
    };
    return {
      ...core.store,
      async append(...args) {
        const appended = await core.store.append(...args);
        appends += 1;
        if (appends === 1500) await look();
        return appended;
      },
    };
  }

  beforeAll(async () => {
    program = await startTestProgram({ clock });
    position = await loadDemoCompany({ ...program.core, store: withLookHalfway(program) });
    expect(await program.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  });
  afterAll(() => program.stop());

  it('is loaded once', async () => {
    const before = await program.core.store.head();
    expect(before).toBeGreaterThanOrEqual(position);
    expect(await loadDemoCompany(program.core)).toBe(position);
    expect(await program.core.store.head()).toBe(before);
  });

  it('ends the shifts of its past itself, beside a job that ends forgotten ones', async () => {
    expect(halfway.open).toBeGreaterThan(0);
    expect(halfway.toEnd).toBe(0);
    const { rows } = await program.core.database.owner.query(
      `SELECT FROM events WHERE type = 'ShiftEnded' AND data->>'reason' = 'midnight'`,
    );
    expect(rows).toEqual([]);
  });

  it('lets everybody sign in', async () => {
    for (const name of ['owner', 'manager', 'associate1', 'associate8']) {
      const client = await program.signIn(`${name}@demo.test`);
      const reply = await client.get('/api/employees/getemployee');
      expect(reply.body).toMatchObject({ subscriptionIsActive: true });
    }
  });

  it.each(['UTC', 'America/Toronto', 'Asia/Tokyo', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'has a billboard with the people and sales of the last hour, seen from %s',
    async (zone) => {
      const client = await program.signIn('owner@demo.test', undefined, zone);
      const today = localDate(clock.now().toISOString(), zone);
      const { body } = await client.get(`/api/logs/getlogsdaily/${today}`);
      const sellers = (body as Reply).requestedData.filter(({ sales }) => Number(sales) > 0);
      expect(sellers.length).toBeGreaterThanOrEqual(6);
    },
  );

  it('has weeks of sales in the past', async () => {
    const client = await program.signIn('associate1@demo.test');
    const { body } = await client.get('/api/sales/getsales/all');
    const sales = (body as Reply).requestedData;
    expect(sales.length).toBeGreaterThan(150);
    expect(new Set(sales.map(({ entry_date }) => entry_date)).size).toBeGreaterThan(15);
    const { body: campaigns } = await client.get('/api/campaigns/getcampaigns/all');
    expect((campaigns as Reply).requestedData).toHaveLength(4);
  });

  it('has a bot that sells when it is asked, and only there', async () => {
    const [here, elsewhere] = await Promise.all([
      program.signIn('associate1@demo.test'),
      program.seedCompany().then(({ owner }) => program.signIn(owner.email, undefined, 'UTC')),
    ]);
    expect((await here.get('/api/demo/bot')).body).toEqual({ isHere: true, until: null });
    const head = await program.core.store.head();
    const since = async () => {
      const events = await program.core.store.readAll({ after: head, limit: 100 });
      return events.map(({ metadata }) => (metadata as { origin: string }).origin);
    };
    expect((await elsewhere.post('/api/demo/bot', { run: 'true' })).body).toEqual({
      isHere: false,
      until: null,
    });
    expect(await since()).not.toContain('demo bot');
    const begun = await here.post('/api/demo/bot', { run: 'true' });
    expect(begun.body).toEqual({ isHere: true, until: '2026-11-21T04:13:00.000Z' });
    expect((await here.post('/api/demo/bot', { run: 'perhaps' })).status).toBe(400);
    // Stopping waits for the sale under way.
    expect((await here.post('/api/demo/bot', { run: 'false' })).body).toEqual({ isHere: true, until: null });
    expect(await since()).toContain('demo bot');
  });

  everyNumberOpens({ program: () => program });
  payIsInOrder({ program: () => program });
  everyDayPlaysBack({ program: () => program });
});

describe('an interrupted demo load', () => {
  it('is completed by the next start, with the same result', async () => {
    const clock = { now: () => new Date('2026-11-20T19:30:00.000Z') };
    const accounts = { create: async () => true, rememberTimeZone: async () => {} };
    const whole = createMemoryEventStore();
    await loadDemoCompany({ store: whole, accounts, clock });

    const store = createMemoryEventStore();
    let appends = 0;
    const dying: typeof store = {
      ...store,
      append: async (...args) => {
        appends += 1;
        if (appends > 700) throw new Error('killed');
        return store.append(...args);
      },
    };
    await expect(loadDemoCompany({ store: dying, accounts, clock })).rejects.toThrow('killed');
    const anHourLater = { now: () => new Date('2026-11-20T20:30:00.000Z') };
    await loadDemoCompany({ store, accounts, clock: anHourLater });

    const contents = async (from: typeof store) =>
      (await from.readAll({ limit: 100_000 }))
        .map(({ id, stream, revision, type, data, metadata }) =>
          JSON.stringify({ id, stream, revision, type, data, metadata }),
        )
        .toSorted();
    expect(await contents(store)).toEqual(await contents(whole));
  });
});
