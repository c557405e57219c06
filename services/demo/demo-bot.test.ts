import { expect, it } from 'vitest';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { originText } from '#contracts/history/history-events.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { createLog } from '#platform/log.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createDemoBot, type DemoBotDeps } from './demo-bot.ts';
import { demoCommands } from './demo-commands.ts';
import { loadDemoCompany } from './demo-company.ts';

const SECOND = 1000;

/** The demo company in memory, with two bots as two processes have them. */
async function world() {
  const store = createMemoryEventStore();
  const time = steppedTime('2026-11-20T15:30:00.000Z');
  const accounts = { create: async () => true, rememberTimeZone: async () => {} };
  await loadDemoCompany({ store, accounts, clock: time.clock, weeks: 0 });
  const log = async () => (await store.readAll({ limit: 10_000 })).map(decodeEvent);
  const people = (await log()).flatMap((event) => (event.type === 'EmployeeAdded' ? [event.data] : []));
  const rows = people.map(({ employeeId, employee }) => ({
    id: employeeId,
    employee_role: employee.role,
    campaign_id: employee.campaignId,
    campaign_name: 'Home Fibre',
  }));
  const commands = demoCommands(store);
  const deps = {
    commands: { sales: commands, shifts: commands },
    queries: { listEmployees: async () => ({ rows, next: null }) },
    accounts: { timeZoneOf: async () => 'America/Toronto' },
    log: createLog('silent'),
    ...time,
  } as unknown as DemoBotDeps;
  const sales = async () =>
    (await log()).filter(({ type, metadata }) => type === 'SaleRecorded' && metadata.origin === 'demo bot');
  return { bot: createDemoBot(deps), other: createDemoBot(deps), time, sales, log };
}

it('records sales of the associates in their name for two minutes, and says that it did', async () => {
  const { bot, time, sales } = await world();
  bot.start();
  expect(bot.until()).toBe('2026-11-20T15:32:00.000Z');
  await time.pass(200 * SECOND);
  expect(bot.until()).toBeNull();
  await bot.stop();
  const recorded = await sales();
  expect(recorded.length).toBe(40);
  expect(new Set(recorded.map(({ metadata }) => metadata.actorId)).size).toBeGreaterThan(5);
  for (const sale of recorded) {
    expect(sale).toMatchObject({ metadata: { companyId: DEMO_COMPANY_ID } });
    expect(originText(sale)).toBe('by the bot of the demo company');
    if (sale.type === 'SaleRecorded') expect(sale.data.sale.employeeId).toBe(sale.metadata.actorId);
  }
});

it('runs once, however often it is started, also in two processes', async () => {
  const { bot, other, time, sales } = await world();
  bot.start();
  bot.start();
  other.start();
  await time.pass(30 * SECOND);
  await Promise.all([bot.stop(), other.stop()]);
  expect((await sales()).length).toBe(11);
});

it('stops when it is told to', async () => {
  const { bot, time, sales } = await world();
  bot.start();
  await time.pass(10 * SECOND);
  await bot.stop();
  const before = (await sales()).length;
  expect([bot.until(), time.waiting()]).toEqual([null, 0]);
  await time.pass(60 * SECOND);
  expect((await sales()).length).toBe(before);
});

it('begins the shift of a new day', async () => {
  const { bot, time, log } = await world();
  await time.pass(24 * 60 * 60 * SECOND);
  bot.start();
  await bot.stop();
  const shifts = (await log()).filter(({ type }) => type === 'ShiftStarted');
  expect(shifts.at(-1)?.data).toMatchObject({ loginDate: '2026-11-21', reason: 'sale' });
});
