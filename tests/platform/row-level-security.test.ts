import fc from 'fast-check';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRoles } from '#infra/postgres/roles.ts';
import { companyReadsOn, createReaderPool } from '#platform/database.ts';
import { withinCompany } from '#platform/scope.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createAtOneMoment, createQueries } from '#projections/all.queries.ts';
import { pastTables, timeTravel } from '#projections/as-of/time-travel.plugin.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { ensureSchema } from '#projections/runner/schema.ts';
import type { ClosedSale } from '#projections/sales-book/sales-book.queries.ts';
import { decideOnPay } from '#tests/pay/pay-events.ts';
import {
  appendHistory,
  type ProjectionWorld,
  startProjections,
} from '#tests/projections/projection-world.ts';
import { anyHistory } from '#tests/support/histories/random-histories.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const tables = allProjections.flatMap(({ tables }) => Object.values(tables)).map(({ name }) => name);

let database: TestDatabase;
let world: ProjectionWorld;
let reader: pg.Pool;
let db: Kysely<ReadModels>;
let companies: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  expect(await ensureRoles(database.pool)).toBeNull();
  world = await startProjections(database.pool);
  const told = anyHistory({ steps: 900, name: 'wall', withAccess: true });
  const [history = []] = fc.sample(told, { seed: 8, numRuns: 1 });
  const companyIn = ({ metadata }: (typeof history)[number]) => (metadata as { companyId: string }).companyId;
  companies = [...new Set(history.map(companyIn))];
  for (const company of companies) await decideOnPay(world.store, company);
  const last = await appendHistory(world.store, history);
  expect(await world.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  // One connection for all: each query follows one of another company.
  reader = createReaderPool(database.url, { max: 1 });
  db = companyReadsOn<ReadModels>(reader);
});
afterAll(async () => {
  await reader.end();
  await world.stop();
  await database.drop();
});

/** A query function whose author forgot the company. */
async function companiesIn(table: string, asked = db): Promise<string[]> {
  const rows = await asked
    .selectFrom(`read.${table}` as 'read.employees')
    .select('company_id')
    .execute();
  return [...new Set(rows.map(({ company_id }) => company_id))];
}

describe('a query that forgot its company', () => {
  it.each(tables)("finds in %s only rows of the reader's company", { tags: ['spec-6.7'] }, async (table) => {
    const all = await database.pool.query(`SELECT DISTINCT company_id FROM read.${table}`);
    expect(all.rows).toHaveLength(3);
    for (const company of companies) {
      expect(await withinCompany(company, () => companiesIn(table))).toEqual([company]);
    }
  });

  it('finds nothing for an unknown company', async () => {
    expect(await withinCompany('nobody', () => companiesIn('employees'))).toEqual([]);
    expect(await withinCompany('', () => companiesIn('employees'))).toEqual([]);
  });

  it('fails as a bug without a known company', async () => {
    await expect(companiesIn('employees')).rejects.toThrow('outside withinCompany');
  });
});

describe('a query of the past that forgot its company', () => {
  const past = Object.keys(pastTables);

  it.each(past)("finds in %s only former rows of the reader's company", async (table) => {
    const head = await world.store.head();
    for (const at of [head, Math.floor(head / 2)]) {
      const then = db.withPlugin(timeTravel(() => at));
      const all = Object.fromEntries(
        await Promise.all(
          companies.map(async (company) => {
            const rows = await withinCompany(company, () => companiesIn(table, then));
            expect(rows.filter((found) => found !== company)).toEqual([]);
            return [company, rows.length];
          }),
        ),
      );
      // A policy that hides everything would also find nothing.
      expect(Object.values(all)).toEqual([1, 1, 1]);
    }
  });
});

it("a query that names another company than the caller's finds nothing", {
  tags: ['reliability-42', 'asvs-8.4.1', 'spec-6.7'],
}, async () => {
  const [ours = '', theirs = ''] = companies;
  const owned = await database.pool.query<{ employee_id: string }>(
    `SELECT employee_id FROM read.employee_days WHERE company_id = $1 AND commission_cents > 0`,
    [theirs],
  );
  const employeeId = owned.rows[0]?.employee_id ?? '';
  const ask = () =>
    Promise.all([
      createQueries(db).employeeById(theirs, employeeId),
      createQueries(db).commissionOf(theirs, employeeId),
    ]);
  const [, theirCents] = await withinCompany(theirs, ask);
  expect(theirCents).toBeGreaterThan(0);
  expect(await withinCompany(ours, ask)).toEqual([undefined, 0]);
});

it('three companies that query at the same time over the same connections never mix', async () => {
  const pool = createReaderPool(database.url, { max: 3 });
  const mixed = companyReadsOn<ReadModels>(pool);
  const asked = Array.from({ length: 600 }, (_, at) => companies[(at * 7 + (at >> 3)) % 3] ?? '');
  const seen = await Promise.all(
    asked.map((company) =>
      withinCompany(company, async () => {
        const query = mixed.selectFrom('read.employees').select('company_id').distinct();
        // Another query at the same time, and one that fails in between.
        const [rows, , again] = await Promise.all([
          query.execute(),
          mixed
            .selectFrom('read.employees')
            .select('no_such_column' as 'company_id')
            .execute()
            .catch(() => []),
          query.where('deleted', '=', false).execute(),
        ]);
        return [...rows, ...again].map(({ company_id }) => company_id);
      }),
    ),
  );
  await pool.end();
  for (const [at, found] of seen.entries()) expect(new Set(found)).toEqual(new Set([asked[at]]));
});

describe('every table with company data', () => {
  it('has a row-level security policy, also after a rebuild', async () => {
    await rebuild({
      pool: database.pool,
      store: world.store,
      projections: allProjections,
      names: ['employee-days'],
    });
    expect(await tablesWithoutPolicy()).toEqual([]);
    expect(await withinCompany(companies[0] ?? '', () => companiesIn('employee_days'))).toEqual([
      companies[0],
    ]);
  });

  it('gets a policy if an older program made it without one', async () => {
    await database.pool.query(`
      DROP POLICY own_company ON read.sales;
      ALTER TABLE read.sales DISABLE ROW LEVEL SECURITY`);
    expect(await tablesWithoutPolicy()).toEqual(['read.sales']);
    await withClient((client) => ensureSchema(client, 'read'));
    expect(await tablesWithoutPolicy()).toEqual([]);
  });

  it('is readable by the reader role only if it is a read model', async () => {
    for (const table of ['events', 'accounts', 'sessions', 'idempotency_keys']) {
      await expect(reader.query(`SELECT 1 FROM ${table}`)).rejects.toThrow('permission denied');
    }
    await expect(reader.query('DELETE FROM read.sales')).rejects.toThrow('permission denied');
  });
});

async function tablesWithoutPolicy(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text NOT LIKE 'pg\\_%'
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id')
       AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`);
  return rows.map(({ name }) => name);
}

async function withClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

describe('a long list', () => {
  const SALES = 2_345;
  const [seller, position] = ['seller', { now: undefined as number | undefined }];
  const book = () => db.withPlugin(timeTravel(() => position.now));

  /** Sales of two companies: a few of one person on each of many days. */
  beforeAll(async () => {
    await database.pool.query(
      `INSERT INTO read.sales
       SELECT CASE WHEN n % 10 = 0 THEN $2 ELSE $1 END, 'endless ' || n, $3, 'spring',
              date '2026-01-01' + n % 97, 'Desk', '', '', 'Closed', 100, 0, 0, 10, 10, n, n
         FROM generate_series(1, $4::integer) AS n`,
      [companies[0], companies[1], seller, SALES],
    );
  });

  async function soldBy(company: string, range: { from?: string; to?: string } = {}) {
    const portions: (readonly ClosedSale[])[] = [];
    await withinCompany(company, () =>
      createAtOneMoment(
        book(),
        createQueries,
      )(async ({ closedSales }) => {
        for await (const portion of closedSales(company, seller, range)) portions.push(portion);
      }),
    );
    return portions;
  }

  it('has the sales of both ends of a range of dates', async () => {
    position.now = undefined;
    const sold = await soldBy(companies[0] ?? '', { from: '2026-01-05', to: '2026-01-06' });
    const days = new Set(sold.flat().map(({ entryDate }) => entryDate));
    expect(days).toEqual(new Set(['2026-01-05', '2026-01-06']));
  });

  it.each([null, SALES, 1_500, 7])('comes in chunks, complete and in order, as of %s', async (then) => {
    position.now = then ?? undefined;
    const at = then ?? SALES;
    for (const [company, isOwn] of [
      [companies[0], (n: number) => n % 10 !== 0],
      [companies[1], (n: number) => n % 10 === 0],
    ] as const) {
      const portions = await soldBy(company ?? '');
      expect(portions.every(({ length }) => length <= 1_000)).toBe(true);
      const positions = portions.flat().map(({ recordedPosition }) => recordedPosition);
      const expected = Array.from({ length: at }, (_, n) => n + 1)
        .filter(isOwn)
        .sort((one, other) => (other % 97) - (one % 97) || other - one);
      expect(positions).toEqual(expected);
    }
  });
});
