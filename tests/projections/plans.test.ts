import type { Kysely, KyselyPlugin } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUBJECT_KINDS } from '#contracts/history/description.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { analyze, rebuild } from '#projections/runner/rebuild.ts';
import { writeBigCompany } from '#tests/bench/support/big-company.ts';
import { bigCompanyIds as ids } from '#tests/bench/support/big-company-ids.ts';
import { bigReads, type Read } from '#tests/bench/support/big-reads.ts';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

/** Large enough that a full scan is the worst plan, as in a bigger company. */
const COMPANY = { employees: 200, sales: 20_000, days: 60, lastDay: '2026-06-30' };
/** As long as the list of employees; other tables grow by the day. */
const SHORT_TABLES = ['employees', 'campaigns', 'goals', 'job_aids', 'company_account'];
/** Rows that a read may take besides those it shows: joined names, and the extra row that shows whether more follow. */
const EXTRA_ROWS = 3 * COMPANY.employees;

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

let database: TestDatabase;
let pool: pg.Pool;
let api: ApiUnderTest;
let cookie: string;
let asked: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  await writeBigCompany(pool, COMPANY);
  const store = createPostgresEventStore({ pool });
  await rebuild({ pool, store, projections: allProjections });
  // As after a year in which people signed in each day.
  await pool.query(`
    INSERT INTO read.access (company_id, position, at, employee_id)
    SELECT company_id, row_number() OVER (ORDER BY day, employee_id), now() - day * interval '1 day', employee_id
      FROM read.employees, generate_series(1, 365) day`);
  await analyze(pool, allProjections);
  await store.close();
  api = await startApi(database.url, { reads: listening });
  const manager = api.client();
  const login = { username: 'employee20@big.test', password: PASSWORD, tz: 'America/Toronto' };
  expect((await manager.post('/login', login)).status).toBe(200);
  cookie = manager.cookieHeader();
});
afterAll(async () => {
  await api.close();
  await pool.end();
  await database.drop();
});

function listening(real: Kysely<ReadModels>): Kysely<ReadModels> {
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(real.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return real.withPlugin(listen);
}

async function scansOf({ sql, parameters }: (typeof asked)[0]): Promise<Plan[]> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters]);
  const scans: Plan[] = [];
  const visit = (plan: Plan) => {
    if (plan['Relation Name'] !== undefined) scans.push(plan);
    for (const below of plan.Plans ?? []) visit(below);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return scans;
}

/** The history with every filter, in the middle of a company where most events do not match. */
const narrowings: readonly (readonly [what: string, query: Read['path']])[] = [
  ['all of it', () => ''],
  ['of a person', (who) => `&person=${ids.employee(who)}`],
  ['of a person, oldest first', (who) => `&order=oldest&person=${ids.employee(who)}`],
  ['of a person who did nothing', () => `&person=${ids.goal(1)}`],
  ['of a campaign', (who) => `&campaign=${ids.campaign(who % 30)}`],
  ['of a campaign and a person', (who) => `&campaign=${ids.campaign(who % 30)}&person=${ids.employee(who)}`],
  ...SUBJECT_KINDS.map((kind) => [`of the kind ${kind}`, () => `&kind=${kind}`] as const),
  ['of the shifts of a person', (who) => `&kind=shift&person=${ids.employee(who)}`],
  ['of a day', (_, date) => `&from=${date}T00:00:00Z&to=${date}T23:59:59Z`],
  ['of a person and day', (who, date) => `&person=${ids.employee(who)}&to=${date}T00:00:00Z`],
];
const historyReads = narrowings.map(
  ([what, query]): Read => ({
    what: `history ${what}`,
    path: (who, date) => `/api/audit/events?limit=50${query(who, date)}`,
  }),
);

it.each([...bigReads, ...historyReads])(
  '$what: reads no more rows than it shows, through an index',
  async ({ path }) => {
    await readsNoMoreThanItShows(path(27, '2026-06-12'));
  },
);

it('a page of the sales of a person with 16,000 on one date: reads no more rows than it shows', async () => {
  const employee = ids.employee(33);
  const columns = ['employee_id', 'campaign_id', 'entry_date', 'sale_name', 'customer_number', 'details'];
  const numbers = ['price_cents', 'discount_percent', 'tax_percent', 'commission_percent'];
  const rest = [...columns, ...numbers, 'company_id', 'status', 'commission_cents', 'since'].join(', ');
  await pool.query(
    `INSERT INTO read.sales (sale_id, recorded_position, ${rest})
     SELECT 'same-day-' || nth, recorded_position + nth, ${rest} FROM generate_series(1, 16000) AS nth,
       (SELECT * FROM read.sales WHERE employee_id = $1 ORDER BY entry_date DESC LIMIT 1) AS newest`,
    [employee],
  );
  try {
    await pool.query('ANALYZE read.sales');
    const first = await readsNoMoreThanItShows(`/api/sales/getsales/all?limit=20&employeeId=${employee}`);
    expect(first.body.requestedData).toHaveLength(20);
    const next = new URLSearchParams({ limit: '20', employeeId: employee, cursor: first.body.nextCursor });
    await readsNoMoreThanItShows(`/api/sales/getsales/all?${next}`);
  } finally {
    await pool.query(`DELETE FROM read.sales WHERE sale_id LIKE 'same-day-%'`);
  }
});

async function readsNoMoreThanItShows(url: string) {
  asked = [];
  const reply = await api.client().get(url.slice('/api'.length), { cookie });
  expect(reply.status).toBe(200);
  const shown = reply.body.requestedData?.length ?? 1;
  expect(asked.length).toBeGreaterThan(0);
  for (const query of asked) {
    for (const scan of await scansOf(query)) {
      const table = scan['Relation Name'] ?? '';
      if (SHORT_TABLES.includes(table)) continue;
      expect(scan['Node Type'], query.sql).not.toBe('Seq Scan');
      const rows = (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'];
      expect(rows, query.sql).toBeLessThanOrEqual(shown + EXTRA_ROWS);
    }
  }
  return reply;
}
