import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { allProjections } from '#projections/all.projections.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type { Program } from '#services/main/program.ts';
import { openDashboard } from '#tests/gateway/dashboard.ts';
import { eventually, recordSale } from '#tests/gateway/live-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#tests/support/servers/pgbouncer-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

type Sale = { readonly sale_name: string };

const ifThere = describe.skipIf(!hasPgbouncer);

ifThere('two processes behind PgBouncer in transaction mode (skipped without `pgbouncer`)', () => {
  let database: TestDatabase;
  let pooler: Pgbouncer;
  let program: TestProgram;
  let another: Program;
  let companies: SeededCompany[];

  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgbouncer(database.url);
    const addresses = { databaseUrl: pooler.url, directDatabaseUrl: database.url };
    program = await startTestProgram(addresses);
    another = await startAnother({ databaseUrl: pooler.url }, { directDatabaseUrl: database.url });
    expect([program, another].map(({ core }) => core.database.logins)).not.toContain(null);
    companies = await Promise.all([1, 2, 3].map(() => program.seedCompany({ associates: 2 })));
  });
  afterAll(async () => {
    await another.stop();
    await program.stop();
    await pooler.stop();
    await database.drop();
  });

  const sellers = () =>
    Promise.all(
      companies.flatMap((company) =>
        company.associates.map(async ({ email }) => ({ company, person: await program.signIn(email) })),
      ),
    );

  async function salesOf(person: HttpClient): Promise<Sale[]> {
    const reply = await person.get('/api/sales/getsales/all');
    expect([reply.status, reply.headers.get('x-tallyboard-stale')]).toEqual([200, null]);
    return reply.body.requestedData;
  }

  it('show all people their own sales, at once, and no others', async () => {
    const people = await sellers();
    const rounds = (sales: Sale[]) =>
      new Set(sales.flatMap((sale) => (sale.sale_name.startsWith('Round') ? [sale.sale_name] : [])));
    const sold = people.map(() => new Set<string>());
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        people.map(async ({ company, person }, at) => {
          const elsewhere = createHttpClient(another.url);
          const name = `Round ${round} of ${at}`;
          await recordSale(person, company, { name });
          sold[at]?.add(name);
          const listed = await elsewhere.get('/api/sales/getsales/all', { cookie: person.cookieHeader() });
          expect(rounds(listed.body.requestedData)).toEqual(sold[at]);
          expect(rounds(await salesOf(person))).toEqual(sold[at]);
        }),
      );
    }
  });

  it('push a sale to a dashboard at the other process, and end its socket with its session', async () => {
    const [company] = companies as [SeededCompany];
    const manager = await signIn(createHttpClient(another.url), company.managers[0]?.email ?? '');
    const dashboard = openDashboard(another.url, manager.cookieHeader());
    await eventually(() => expect(dashboard.news()).not.toBeNull());
    const seller = await program.signIn(company.associates[0]?.email ?? '');
    const id = await recordSale(seller, company);
    await eventually(() => expect(dashboard.news()?.map(({ saleId }) => saleId)).toContain(id));
    expect((await manager.delete('/api/logout')).status).toBe(200);
    await eventually(() => expect(dashboard.signedOut()).toBe(true));
    dashboard.close();
  });

  it('answer as of a moment of the past, in one transaction, and rebuild while they serve', async () => {
    const [{ company, person }] = (await sellers()) as [{ company: SeededCompany; person: HttpClient }];
    const before = (await salesOf(person)).length;
    const at = await program.core.store.head();
    await recordSale(person, company);
    const then = await person.get(`/api/sales/getsales/all?as-of=@${at}`);
    expect(then.body.requestedData).toHaveLength(before);
    const { database: on, store } = program.core;
    const done = await rebuild({ pool: on.owner, store, projections: allProjections });
    expect(done).toMatchObject({ ok: true });
    expect(await salesOf(person)).toHaveLength(before + 1);
  });

  it('are ready, keep their jobs running and leave nothing on a shared connection', async () => {
    await eventually(async () => {
      const ready = await Promise.all(
        [program.url, another.url].map((url) => createHttpClient(url).get('/readyz')),
      );
      expect(ready.map(({ status }) => status)).toEqual([200, 200]);
    });
    const raw = createPool(pooler.url, { behind: database.pool, max: 3 });
    const left = await Promise.all(
      Array.from({ length: 30 }, () =>
        raw.query(`SELECT current_user = session_user AS "isOwner", (SELECT count(*) FROM pg_prepared_statements) AS prepared,
                          coalesce(current_setting('tallyboard.company_id', true), '') AS company,
                          current_setting('synchronous_commit') AS durable, pg_sleep(0.01)`),
      ),
    );
    for (const { rows } of left)
      expect(rows[0]).toMatchObject({ isOwner: true, prepared: 0, company: '', durable: 'on' });
    await raw.end();
  });

  it('go on after the server has ended all connections', async () => {
    const [{ company, person }] = (await sellers()) as [{ company: SeededCompany; person: HttpClient }];
    const before = (await salesOf(person)).length;
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await eventually(async () => {
      const reply = await person.get('/api/sales/getsales/all');
      expect([reply.status, reply.body.requestedData?.length]).toEqual([200, before]);
    });
    await eventually(async () => {
      const form = { name: 'After', campaignId: company.campaigns[0]?.campaignId ?? '' };
      expect((await person.post('/api/sales/addsale', form)).status).toBe(200);
    });
    await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  });
});

ifThere('a start behind PgBouncer', () => {
  let database: TestDatabase;
  let other: TestDatabase;
  beforeAll(async () => {
    [database, other] = [await createTestDatabase(), await createTestDatabase()];
  });
  afterAll(async () => {
    await database.drop();
    await other.drop();
  });

  async function refusalOf(direct: string | undefined, connectQuery?: string): Promise<string> {
    const pooler = await startPgbouncer(database.url, connectQuery);
    try {
      const program = await startTestProgram({ databaseUrl: pooler.url, directDatabaseUrl: direct });
      await program.stop();
      return 'started';
    } catch (error) {
      return (error as Error).message.replace(/127\.0\.0\.1:\d+/g, 'HOST');
    } finally {
      await pooler.stop();
    }
  }

  it('without the direct address is refused, and says what is missing', async () => {
    expect(await refusalOf(undefined)).toBe(
      'DATABASE_URL: HOST says: unsupported startup parameter: options; in front of a pooler, set DATABASE_DIRECT_URL, too',
    );
  });

  it('with the direct address of another database is refused', async () => {
    expect(await refusalOf(other.url)).toBe(
      'DATABASE_DIRECT_URL takes the server and database behind DATABASE_URL',
    );
  });

  it.each([
    ['SET synchronous_commit = off', 'synchronous_commit = off instead of on'],
    [
      'SET default_transaction_isolation = serializable',
      'default_transaction_isolation = serializable instead of read committed',
    ],
  ])('is refused when its connections begin with %s', async (query, said) => {
    expect(await refusalOf(database.url, query)).toBe(
      `DATABASE_URL: HOST has ${said}; with it, what was acknowledged can be lost`,
    );
  });
});
