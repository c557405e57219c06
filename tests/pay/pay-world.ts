import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import { queriesOn } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { createAtOneMoment, createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createCommands } from '#services/main/wiring.ts';
import { createPayroll } from '#services/pay/payroll.ts';
import { startProjections } from '#tests/projections/projection-world.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { TestDatabase } from '#tests/support/servers/test-database.ts';

/** 1 March 2026, 10:00 in Toronto. */
const BEGIN = Date.parse('2026-03-01T15:00:00Z');
export const ZONE = 'America/Toronto';

/** The program's commands, projections and payroll on a database of the test, with a clock of its own. */
export async function openPayWorld({ pool }: Pick<TestDatabase, 'pool'>) {
  const { store, runner, stop } = await startProjections(pool);
  const commands = createCommands(store);
  const db = queriesOn<ReadModels>(pool);
  let now = BEGIN;
  return {
    ...{ pool, store, commands, queries: createQueries(db), payroll: payrollOn(pool), stop },
    now: () => new Date(now).toISOString(),
    pass(days: number): void {
      now += days * DAY_MS;
    },
    /** Resolves when every read shows all that was written. */
    async read(): Promise<void> {
      if (!(await runner.progress.waitFor(await store.head(), MAX_WAIT_MS)))
        throw new Error('the read models did not come so far');
    },
  };
}

export type PayWorld = Awaited<ReturnType<typeof openPayWorld>>;

/** Payroll as another process has it. */
export function payrollOn(pool: pg.Pool) {
  const { pay } = createCommands(createPostgresEventStore({ pool }));
  const atOneMoment = createAtOneMoment(queriesOn<ReadModels>(pool), createQueries);
  return createPayroll({ commands: pay, atOneMoment, readAll: async () => true });
}

/** Two campaigns, two managers, two sales associates. */
export async function payCompany({ commands, now }: Pick<PayWorld, 'commands' | 'now'>) {
  const companyId = newId();
  const by = (actorId: string | null = null) => contextOf(companyId, { now: now(), actorId });

  async function campaign(name: string, commission: number): Promise<string> {
    const goal = { name, hourlySales: 1, entryDate: '2026-03-01' };
    const { goalId } = await done(commands.goals.addGoal(by(), goal));
    const terms = { name, commission, tax: 0, goalId, entryDate: '2026-03-01' };
    return (await done(commands.campaigns.addCampaign(by(), terms))).campaignId;
  }
  const campaigns = [await campaign('Spring', 10), await campaign('Summer', 25)] as const;

  async function person(firstName: string, role: 'manager' | 'sales associate'): Promise<string> {
    const email = `${firstName}.${companyId}@example.test`.toLowerCase();
    const input = { firstName, lastName: 'Seller', email, role, campaignId: campaigns[0] };
    return (await done(commands.employees.addEmployee(by(), input))).employeeId;
  }
  const managers = [await person('Mona', 'manager'), await person('Max', 'manager')] as const;
  const sellers = [await person('Ada', 'sales associate'), await person('Bo', 'sales associate')] as const;
  return { companyId, campaigns, managers, sellers, by };
}

export type PayCompany = Awaited<ReturnType<typeof payCompany>>;
