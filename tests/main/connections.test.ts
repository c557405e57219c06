import type pg from 'pg';
import { beforeAll, expect, inject, it } from 'vitest';
import { ROLES, type Role } from '#platform/config.ts';
import { createPool, directOf } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';
import { allProjections } from '#projections/all.projections.ts';
import { readLag } from '#projections/runner/metrics.ts';
import type { Program } from '#services/main/program.ts';
import { openDashboard } from '#tests/gateway/dashboard.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#tests/support/servers/pgbouncer-server.ts';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startAnother, startTestProgram } from '#tests/support/servers/test-program.ts';

/** What an operator may count on: an untouched server has 100. */
const MOST = 21;
/** Behind a pooler, on the server and on the pooler. */
const DIRECT = 17;
const POOLED = 9;
/** More than any pool has; what waits for a connection is given up after seconds. */
const AT_ONCE = 15;
/** Opened in addition, for a moment, as ADR 0053 says: on a busy machine a statement may be silent. */
const BESIDE = ['tallyboard asks', 'tallyboard versions'];

let company: SeededCompany;
let cookie: string;
/** A database with a company that every read model knows, and no process on it. */
const seeded = `${inject('templateDatabase')}_connections`;
beforeAll(async () => {
  const program = await startTestProgram({ keptAs: seeded });
  company = await program.seedCompany();
  const manager = await program.signIn(company.managers[0]?.email ?? '');
  cookie = `tb_session=${manager.cookies.get('tb_session')}`;
  await program.stop();
});

function dashboardShown(url: string): Promise<void> {
  const dashboard = openDashboard(url, cookie);
  return new Promise((done) => {
    dashboard.socket.on('snapshot', () => {
      dashboard.close();
      done();
    });
  });
}

/** Uses all that has connections at once, so that each pool opens as many as it may. */
async function load(program: Program, roles: ReadonlySet<Role>) {
  const { core, url } = program;
  const work: Promise<unknown>[] = [];
  for (let at = 0; at < AT_ONCE; at += 1) {
    const goal = {
      goalId: newId(),
      name: `Goal ${at}`,
      hourlySales: 1,
      hourlyDecisions: 1,
      entryDate: '2026-01-05',
    };
    const { owner, sealing, mailing } = core.database;
    for (const pool of new Set([core.pool, directOf(core.pool), owner, sealing, mailing]))
      work.push(pool.query('SELECT pg_sleep(0.02)'));
    work.push(readLag(core.pool, core.store, allProjections));
    work.push(core.commands.goals.addGoal(contextOf(company.companyId), goal));
    if (roles.has('api')) {
      const lists = ['/api/employees/getemployees/all', '/api/sales/getsales/all'];
      work.push(...lists.map((path) => createHttpClient(url).get(`${path}?at=${at}`, { cookie })));
    }
    if (roles.has('gateway')) work.push(dashboardShown(url));
  }
  await Promise.all(work);
}

/** The most connections of processes that the server, and the pooler, had at a moment of this work. */
async function mostOf(observer: pg.Pool, work: () => Promise<void>, pooler?: Pgbouncer) {
  let most = { open: 0, names: '' };
  let pooled = 0;
  const count = async () => {
    const { rows } = await observer.query<{ open: number; names: string }>(
      `SELECT count(*) AS open, string_agg(application_name, ', ' ORDER BY 1) AS names FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> ALL ($1)
          AND application_name NOT LIKE 'pooled %'`,
      // A pooler's connection has no name before it is lent.
      [['observer', ...BESIDE, ...(pooler ? [''] : [])]],
    );
    if (rows[0] && rows[0].open > most.open) most = rows[0];
    const clients = (await pooler?.clients()) ?? [];
    pooled = Math.max(pooled, clients.filter((name) => !BESIDE.includes(name)).length);
  };
  const over = new AbortController();
  const counting = (async () => {
    while (!over.signal.aborted) await count();
  })();
  await work().finally(() => over.abort());
  await counting;
  return { ...most, pooled };
}

it.each<{ roles: readonly Role[] }>([{ roles: ROLES }, ...ROLES.map((role) => ({ roles: [role] }))])(
  'a process with the roles $roles has at most 21 connections under load',
  async ({ roles: given }) => {
    const roles = new Set(given);
    const database = await createTestDatabase({ template: seeded });
    const observer = createPool(database.url, { max: 1, application_name: 'observer' });
    const program = await startAnother({ databaseUrl: database.url }, { roles });
    const most = await mostOf(observer, () => load(program, roles));
    expect(most.open, most.names).toBeLessThanOrEqual(MOST);
    expect(most.open, most.names).toBeGreaterThan(5);
    await program.stop();
    await observer.end();
    await database.drop();
  },
);

it.skipIf(!hasPgbouncer)(
  'behind PgBouncer (skipped without `pgbouncer`) a process has at most 17 on the server, and 9 on the pooler',
  async () => {
    const database = await createTestDatabase({ template: seeded });
    const pooler = await startPgbouncer(database.url);
    const observer = createPool(database.url, { max: 1, application_name: 'observer' });
    const program = await startAnother({ databaseUrl: pooler.url }, { directDatabaseUrl: database.url });
    const most = await mostOf(observer, () => load(program, new Set(ROLES)), pooler);
    expect(most.open, most.names).toBeLessThanOrEqual(DIRECT);
    expect(most.pooled).toBeLessThanOrEqual(POOLED);
    expect(most.pooled).toBeGreaterThan(2);
    await program.stop();
    await pooler.stop();
    await observer.end();
    await database.drop();
  },
);
