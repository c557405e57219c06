import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { directOf, queriesOn } from '#platform/database.ts';
import { blankTexts } from '#platform/event-store/postgres/eraser.postgres.ts';
import { newId } from '#platform/ids.ts';
import type { Person } from '#platform/principal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { countRowsOf, endRebuilds, forgetCompany } from '#projections/runner/forget-company.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { billingLockOf } from '#services/billing/intents/execute-intent.ts';
import { createIntents } from '#services/billing/intents/intents.postgres.ts';
import { deleteCompany as deleteInSandbox } from '#services/billing/sandbox/ledger.ts';
import type { SandboxTables } from '#services/billing/sandbox/sandbox-tables.ts';
import { countRows, eraseRows } from '#services/retention/company-tables.postgres.ts';
import { createPeople, type People } from '#services/retention/person.postgres.ts';
import { createRetention, type Retention } from '#services/retention/retention.ts';
import { createRetentionLog } from '#services/retention/retention-log.postgres.ts';
import { rewriteTables } from '#services/retention/table-rewrites.postgres.ts';
import type { Core } from './wiring.ts';

/** One company at a time: retention is not urgent. */
const LIMITS = { running: 1, waiting: 10 };

export type RetentionCore = Pick<
  Core,
  'database' | 'pool' | 'clock' | 'scheduler' | 'store' | 'readByAll' | 'commands' | 'queries'
>;

export function openRetention(core: RetentionCore): Retention {
  const { database, pool, clock, scheduler, store, readByAll, commands, queries } = core;
  const lock = createAdvisoryLock(pool, LIMITS);
  const intents = createIntents({ pool, clock });
  return createRetention({
    // Read models and seals are among what it erases.
    pool: database.owner,
    clock,
    store,
    readByAll,
    tables: { eraseRows, countRows },
    // Its trigger marks the tables of the owner.
    log: createRetentionLog({ pool: database.owner, clock }),
    rewriteTables: (holdMs) => rewriteTables({ pool: database.owner, scheduler, holdMs }),
    ports: {
      candidates: queries.companiesWithoutSubscription,
      terminate: commands.companies.terminateCompany,
      inBillingTurn: (companyId, work) => lock.hold(billingLockOf(companyId), work),
      isPaying: async (companyId) => (await intents.openOf(companyId)) !== null,
      forgetPayments: async (companyId) => {
        await deleteInSandbox(queriesOn<SandboxTables>(pool), companyId);
      },
      forgetReadModels: async (client, companyId) => {
        const forgotten = await forgetCompany(client, allProjections, companyId);
        return forgotten.kind === 'done' && forgotten.rows;
      },
      countReadModels: (companyId) => countRowsOf(pool, allProjections, companyId),
    },
  });
}

/** Erases single people. On EventStoreDB it refuses. */
export function openPeople(core: RetentionCore & Pick<Core, 'config'>): People {
  const { config, store, queries, clock, readByAll } = core;
  const { owner } = core.database;
  const { employees } = core.commands;
  const dir = config.archiveDir;
  return createPeople({
    readByAll,
    async ordered() {
      const people: Person[] = [];
      for (const companyId of await queries.companiesWithOrders()) {
        for (const { state, employeeId } of await employees.erasuresOf(companyId))
          if (state === 'ordered') people.push({ companyId, employeeId });
      }
      return people;
    },
    async record({ companyId, employeeId }) {
      const commandId = newId();
      const now = clock.now().toISOString();
      const ctx = {
        companyId,
        actorId: null,
        commandId,
        correlationId: commandId,
        origin: 'job',
        now,
      } as const;
      const recorded = await employees.erasure(ctx, employeeId, { type: 'RecordErased' });
      if (!recorded.ok) throw new Error(`an erased person was not recorded: ${recorded.code}`);
    },
    pool: owner,
    store,
    peopleWith: queries.peopleWith,
    blankTexts:
      config.eventStoreUrl === undefined ? (...args) => blankTexts({ pool: owner, dir }, ...args) : null,
    endRebuilds: async (client) => (await endRebuilds(client, allProjections)).kind === 'done',
    rebuild: async () => (await rebuild({ pool: directOf(owner), store, projections: allProjections })).ok,
  });
}
