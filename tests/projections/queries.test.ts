import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createQueries, type Queries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { type HistoryEvent, tellHistory } from '#tests/support/histories/event-histories.ts';
import type { Choices } from '#tests/support/histories/story/choices.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { appendHistory, type ProjectionWorld, startProjections } from './projection-world.ts';

const DAY = '2026-03-02';
const NOW = '2026-03-02T20:00:00.000Z';

let database: TestDatabase;
let world: ProjectionWorld;
let db: Kysely<ReadModels>;
let queries: Queries;
let history: HistoryEvent[];

/** Picks the first of each, so that the story matches the expectations below. */
const first = (numbers: readonly number[] = [], texts: readonly string[] = []): Choices => {
  const left = { numbers: [...numbers], texts: [...texts] };
  return { number: (below) => (left.numbers.shift() ?? 0) % below, text: () => left.texts.shift() ?? 'x' };
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startProjections(database.pool);
  db = queriesOn<ReadModels>(database.pool);
  queries = createQueries(db);
  history = [
    ...tellHistory({ companies: 2, days: [DAY], name: 'queries' }, first(), [
      { company: 0, action: 'addGoal', choices: first([8, 3], ['Steady']) },
      { company: 0, action: 'addCampaign', choices: first([0, 1000, 13_000], ['Spring']) },
      {
        company: 0,
        action: 'addEmployee',
        choices: first([7, 1, 0, 0, 1, 8], ['Ada', 'Lovelace', 'ada@example.com']),
      },
      { company: 0, action: 'startShift', choices: first([1]) },
      // Closed, $1000.00 at 10 % less 13 % tax: $87.00.
      {
        company: 0,
        action: 'recordSale',
        choices: first([1, 0, 100_000, 1, 0, 42, 2], ['Desk', 'by phone']),
      },
      { company: 0, action: 'recordSale', choices: first([1, 0, 100_000, 1, 0, 43, 0], ['Chair', '']) },
      { company: 0, action: 'changeSubscription', choices: first() },
    ]),
  ];
  const last = await appendHistory(world.store, history);
  expect(await world.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const idIn = (event: HistoryEvent | undefined, id: string) =>
  (event?.data as Record<string, string> | undefined)?.[id] ?? '';
const saleId = () =>
  idIn(
    history.find(({ type }) => type === 'SaleRecorded'),
    'saleId',
  );
const ada = () =>
  idIn(
    history.findLast(({ type }) => type === 'EmployeeAdded'),
    'employeeId',
  );
const companies = () => {
  const [one = '', other = ''] = history
    .filter(({ type }) => type === 'CompanyRegistered')
    .map(({ metadata }) => (metadata as { companyId: string }).companyId);
  return { one, other };
};

test('the billboard shows who worked or sold, with names, campaign, rate and commission', async () => {
  const rows = await queries.billboardOfDay(companies().one, DAY, NOW);
  expect(rows).toMatchObject([
    {
      employee_id: ada(),
      first_name: 'Ada',
      last_name: 'Lovelace',
      campaign_name: 'Spring',
      login_date: DAY,
      shift_duration: 8,
      sales: 1,
      commission: 87,
    },
  ]);
  const started = history.find(({ type }) => type === 'ShiftStarted');
  expect(rows[0]?.id).toBe(idIn(started, 'shiftId'));
  // The story starts a shift at 12:00 UTC less 20,000 s; the set duration of 8 hours is the limit at 20:00.
  expect(rows[0]?.sales_per_hour).toBe(0.13);
  expect(await queries.billboardOfDay(companies().one, DAY, NOW, [ada()])).toEqual(rows);
  expect(await queries.billboardOfDay(companies().one, DAY, NOW, [])).toEqual([]);
  expect(await queries.billboardOfDay(companies().one, '2026-03-03', NOW)).toEqual([]);
});

test('sales come newest first, with the price as text and the commission in dollars', async () => {
  const { rows: sales } = await queries.salesOfEmployee(companies().one, ada());
  expect(sales.map(({ sale_name }) => sale_name)).toEqual(['Chair', 'Desk']);
  expect(sales[1]).toMatchObject({
    name: 'Spring',
    price: '$1000.00',
    commission: 87,
    tax: 13,
    commission_rate: 10,
    discount: 0,
    status: 'Closed',
    details: 'by phone',
    entry_date: DAY,
  });
  expect((await queries.salesOfEmployee(companies().one, ada(), { limit: 1 })).rows).toEqual(
    sales.slice(0, 1),
  );
  expect((await queries.salesOfEmployee(companies().one, ada(), { to: '2026-03-01' })).rows).toEqual([]);
  expect(sales[1]?.id).toBe(saleId());
});

test('commission adds up Closed sales in cents, within the requested days', async () => {
  expect(await queries.commissionOf(companies().one, ada())).toBe(8700);
  expect(await queries.commissionOf(companies().one, ada(), { from: DAY, to: DAY })).toBe(8700);
  expect(await queries.commissionOf(companies().one, ada(), { from: '2026-03-03' })).toBe(0);
});

test('finds the shift, the directory, the catalogue and the account', async () => {
  const { one } = companies();
  expect(await queries.shiftOfDay(one, ada(), DAY)).toMatchObject({ setDuration: 8, startReason: 'login' });
  expect(await queries.openShifts()).toHaveLength(1);
  expect(await queries.salesPerHourOf(one, ada(), DAY, NOW)).toBe(0.13);
  expect(await queries.employeeById(one, ada())).toMatchObject({
    campaignName: 'Spring',
    goalName: 'Steady',
    hourlySales: 2,
  });
  const people = await queries.listEmployees(one, {}, { limit: 100 });
  expect(people.rows.map(({ first_name }) => first_name)).toEqual(['Ada', 'x']);
  expect((await queries.campaignsOf(one, { limit: 100 })).rows).toMatchObject([
    {
      campaign_name: 'Spring',
      commission: 10,
      tax: 13,
      goal_name: 'Steady',
      hourly_sales: 2,
      hourly_decisions: 3,
    },
  ]);
  expect(await queries.companyAccount(one)).toMatchObject({ status: 'trialing', subscriptionIsActive: true });
});

test('another company sees none of it, and broken input finds nothing', async () => {
  const { one, other } = companies();
  for (const company of [other, 'no-uuid', "'; DROP SCHEMA read", '\0', '']) {
    const people = await queries.listEmployees(company, {}, { limit: 100 });
    expect(people.rows.map(({ id }) => id)).not.toContain(ada());
    expect((await queries.salesOfEmployee(company, ada())).rows).toEqual([]);
    expect(await queries.billboardOfDay(company, DAY, NOW, [ada()])).toEqual([]);
    expect(await queries.commissionOf(company, ada())).toBe(0);
    expect(await queries.shiftOfDay(company, ada(), DAY)).toBeUndefined();
    expect(await queries.salesPerHourOf(company, ada(), DAY, NOW)).toBe('N/A');
    expect(await queries.employeeById(company, ada())).toBeUndefined();
    expect((await queries.campaignsOf(company, { limit: 100 })).rows).toEqual([]);
  }
  for (const date of ['2026-02-30', '0000-01-01', 'today', '\0', '']) {
    expect((await queries.salesOfEmployee(one, ada(), { from: date })).rows).toEqual([]);
    expect(await queries.billboardOfDay(one, date, NOW)).toEqual([]);
    expect(await queries.commissionOf(one, ada(), { from: date })).toBe(0);
  }
});

test.each([
  ['registered', null, false],
  ['registered', 'active', true],
  ['verified', null, true],
  ['expired', null, false],
  ['terminated', 'canceled', false],
])(
  'an employee of a company that is %s, with the subscription %s, may get mail: %s',
  async (stage, status, may) => {
    const { other: companyId } = companies();
    const account = db.updateTable('read.company_account').where('company_id', '=', companyId);
    await account.set({ stage, status }).execute();
    const { rows } = await queries.listEmployees(companyId, {}, { limit: 1 });
    const found = await queries.nameForMail({ companyId, employeeId: rows[0]?.id ?? '' });
    expect(found !== null).toBe(may);
  },
);
