import { expect, test, vi } from 'vitest';
import { commissionCents } from '#contracts/commission.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { CommissionLine } from '#contracts/endpoints/numbers.endpoints.ts';
import * as endpoints from '#contracts/endpoints/numbers.endpoints.ts';
import type { Route } from '#platform/http/call.ts';
import { asOf, pastInScope } from '#platform/scope.ts';
import type { ClosedSale } from '#projections/sales-book/sales-book.queries.ts';
import type { Moment, NumberFacts, ShiftEvent } from './number-facts.ts';
import { numbersRoutes } from './numbers.routes.ts';

const NOW = '2026-03-02T18:00:00.000Z';
const ada = { id: 'ada', first_name: 'Ada', last_name: 'Byron' };
const caller = { companyId: 'co', employeeId: 'ada', timeZone: 'UTC' };

/** Each of 100.05 dollars at 10 %: ten dollars and half a cent. */
function sale(recordedPosition: number, commission?: number): ClosedSale {
  const terms = { priceCents: 10_005, taxPercent: 0, discountPercent: 0, commissionPercent: 10 };
  return {
    ...terms,
    ...{ saleId: `s${recordedPosition}`, saleName: 'Desk', campaignName: 'Spring', customerNumber: '' },
    ...{ entryDate: '2026-03-02', recordedPosition },
    commissionCents: commission ?? commissionCents(terms),
  };
}

const started = {
  type: 'ShiftStarted',
  data: { startedAt: '2026-03-02T14:00:00.000Z', timeZone: 'UTC', setDuration: null },
  metadata: { actorId: 'ada', at: '2026-03-02T14:00:00.000Z' },
} as unknown as ShiftEvent;
const shift = {
  startedAt: '2026-03-02T14:00:00.000Z',
  endedAt: null,
  setDuration: null,
  ...{ timeZone: 'UTC', startZone: 'UTC' },
};

/** Answers of the three reads for these sales, while the screens show the given numbers. */
function world(sales: readonly ClosedSale[], shown: { commission: number; sales: number; rate: number }) {
  const figures = { commission: shown.commission / 100, sales_per_hour: shown.rate };
  const moment = {
    position: async () => pastInScope()?.position ?? 20_000,
    names: async (ids: readonly string[]) => [ada].filter(({ id }) => ids.includes(id)),
    async *closedSales() {
      const known = sales.filter(({ recordedPosition: at }) => at <= (pastInScope()?.position ?? at));
      for (let at = 0; at < known.length; at += 1000) yield known.slice(at, at + 1000);
    },
    shift: async () => shift,
    goal: async () => ({ campaign: null, goal: null }),
    commission: async () => shown.commission,
    billboardRow: async () => ({ ...figures, sales: shown.sales }),
    reportRow: async () => figures,
    salesPerHour: async () => shown.rate,
    chartValue: async () => ({ login_date: '2026-03-02', sales_per_hour: shown.rate }),
  } as unknown as Moment;
  const looked = vi.fn();
  const facts: NumberFacts = {
    atOneMoment: (_companyId, read) => {
      looked();
      return read(moment);
    },
    shiftEvents: async () => [started],
  };
  const log = { error: vi.fn() };
  const handlers = new Map<Endpoint, (call: unknown) => unknown>();
  const route = ((endpoint: Endpoint, handler: (call: unknown) => unknown) =>
    handlers.set(endpoint, handler)) as unknown as Route;
  numbersRoutes(route, { facts, timeZoneOf: async () => 'UTC', clock: { now: () => new Date(NOW) }, log });
  const ask = async (endpoint: Endpoint, params: object, query: object = {}) => {
    const answer = (await handlers.get(endpoint)?.({ caller, params, query })) as {
      ok: boolean;
      code?: string;
      reply: Record<string, unknown>;
    };
    return answer.ok ? answer.reply : { code: answer.code };
  };
  return { ask, log, looked, moment };
}

const day = { id: 'ada', date: '2026-03-02' };

test('lines that add up agree with the screen, and nothing is logged', async () => {
  const { ask, log } = world([sale(2), sale(1)], { commission: 2002, sales: 2, rate: 0.5 });
  expect(await ask(endpoints.openDay, day)).toMatchObject({
    ...{ commission: 20.02, closed_sales: 2, sales_per_hour: 0.5, unrounded_rate: '0.5' },
    ...{ agrees: true, differences: [] },
  });
  expect(log.error).not.toHaveBeenCalled();
});

test('when a screen shows another number, the reply says so and an error is logged', async () => {
  const { ask, log } = world([sale(2), sale(1)], { commission: 2003, sales: 3, rate: 0.5 });
  expect(await ask(endpoints.openDay, day)).toMatchObject({
    ...{ commission: 20.02, closed_sales: 2, agrees: false },
    differences: [
      'Daily Billboard shows a commission of 20.03; the lines give 20.02',
      'Daily Billboard shows a number of Closed sales of 3; the lines give 2',
      'Report shows a commission of 20.03; the lines give 20.02',
      'Commission of the date shows a commission of 20.03; the lines give 20.02',
    ],
  });
  expect(log.error).toHaveBeenCalledOnce();
  const total = await ask(endpoints.openCommission, { id: 'ada' });
  expect(total).toMatchObject({ commission: 20.02, agrees: false });
  expect(log.error).toHaveBeenCalledTimes(2);
});

test('a recorded commission that differs from its formula is reported as a difference', async () => {
  const { ask } = world([sale(1, 1000)], { commission: 1001, sales: 1, rate: 0.25 });
  const { differences } = (await ask(endpoints.openCommission, { id: 'ada' })) as { differences: string[] };
  expect(differences).toEqual([
    'The sale Desk (s1) was recorded with a commission of $10.00; its formula gives $10.01',
  ]);
});

test.each([
  ['five are named', 5, []],
  ['of more the rest is counted', 7, ['2 more sales like these']],
])('of sales that differ from their formula %s', async (_, count, counted) => {
  const sales = Array.from({ length: count }, (_each, index) => sale(index + 1, 1000));
  const { ask } = world(sales, { commission: 1001 * count, sales: count, rate: 0.25 });
  const { differences } = (await ask(endpoints.openCommission, { id: 'ada' })) as { differences: string[] };
  expect(differences.slice(0, 5)).toEqual(differences.filter((each) => each.startsWith('The sale Desk')));
  expect(differences.slice(5)).toEqual(counted);
});

test('a shift that differs from the read models is read again, then reported', async () => {
  const { ask, moment, looked } = world([], { commission: 0, sales: 0, rate: 0 });
  Object.assign(moment, { shift: async () => ({ ...shift, setDuration: 8 }) });
  const { differences } = (await ask(endpoints.openDay, day)) as { differences: string[] };
  expect(differences).toEqual(['The shift is not known as its history tells it']);
  expect(looked).toHaveBeenCalledTimes(3);
});

test('pages continue where the last one ended, with running sums and the whole sum', async () => {
  const { ask } = world([sale(3), sale(2), sale(1)], { commission: 3003, sales: 3, rate: 0.75 });
  const first = await ask(endpoints.openCommission, { id: 'ada' }, { limit: '2' });
  expect(first).toMatchObject({
    commission: 30.03,
    closed_sales: 3,
    requestedData: [{ id: 's3' }, { id: 's2' }],
  });
  const { nextCursor: cursor } = first as { nextCursor: string };
  const last = await ask(endpoints.openCommission, { id: 'ada' }, { limit: '2', cursor });
  expect(last).toMatchObject({ commission: 30.03, requestedData: [{ id: 's1', running: 30.03 }] });
  expect(last).not.toHaveProperty('nextCursor');
});

test('later pages show the moment of the first page, whatever is recorded meanwhile', async () => {
  const sales = [sale(3), sale(2), sale(1)];
  const { ask } = world(sales, { commission: 3003, sales: 3, rate: 0.75 });
  const first = await ask(endpoints.openDay, day, { limit: '1' });
  sales.unshift(sale(20_001));
  expect(await ask(endpoints.openDay, day, { limit: '1' })).toMatchObject({ closed_sales: 4 });
  const second = await ask(endpoints.openDay, day, { limit: '1', cursor: first.nextCursor });
  const third = await ask(endpoints.openDay, day, { limit: '9', cursor: second.nextCursor });
  expect([second, third]).toMatchObject([
    { as_of: NOW, closed_sales: 3, commission: 30.03, requestedData: [{ id: 's2', running: 20.02 }] },
    { as_of: NOW, closed_sales: 3, commission: 30.03, requestedData: [{ id: 's1', running: 30.03 }] },
  ]);
  // In the past they show the requested moment.
  const past = { position: 2, instant: '2026-03-02T17:00:00.000Z' };
  const then = await asOf(past, () => ask(endpoints.openDay, day, { limit: '9', cursor: first.nextCursor }));
  expect(then).toMatchObject({ closed_sales: 2, requestedData: [{ id: 's2' }, { id: 's1' }] });
});

test('more lines than a list shows at once, too: the sum is exact and all lines are there', async () => {
  const count = 10_500;
  const sales = Array.from({ length: count }, (_, at) => sale(count - at));
  const { ask } = world(sales, { commission: 1001 * count, sales: count, rate: 2625 });
  const first = await ask(endpoints.openCommission, { id: 'ada' });
  const rest = await ask(endpoints.openCommission, { id: 'ada' }, { cursor: first.nextCursor });
  expect([first, rest]).toMatchObject(
    Array(2).fill({ agrees: true, closed_sales: count, commission: 105_105 }),
  );
  const lines = [first, rest].flatMap(({ requestedData }) => requestedData as CommissionLine[]);
  expect(lines.map(({ id }) => id)).toEqual(sales.map(({ saleId }) => saleId));
  expect(lines.at(-1)?.running).toBe(105_105);
});

test('refuses an unknown employee, an invalid date and a cursor of another list', async () => {
  const { ask } = world([], { commission: 0, sales: 0, rate: 0 });
  expect(await ask(endpoints.openCommission, { id: 'bob' })).toEqual({ code: 'noSuchEmployee' });
  expect(await ask(endpoints.openDay, { id: 'ada', date: '2026-02-30' })).toEqual({ code: 'invalidDate' });
  const query = { cursor: 'WzFd' };
  expect(await ask(endpoints.openCommission, { id: 'ada' }, query)).toEqual({ code: 'invalidCursor' });
});
