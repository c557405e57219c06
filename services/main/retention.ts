import { sql } from 'kysely';
import { queriesOn } from '#platform/database.ts';
import { createNamedLock } from '#platform/named-lock.ts';
import { allProjections } from '#projections/all.projections.ts';
import { companiesWithoutSubscription } from '#projections/company-account/billed-companies.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { countRowsOf, forgetCompany } from '#projections/runner/forget-company.ts';
import { forgetCompany as forgetInSandbox } from '#services/billing/sandbox/forgetting.ts';
import type { SandboxTables } from '#services/billing/sandbox/tables.ts';
import { createRetention, type Retention } from '#services/retention/retention.ts';
import { createRetentionLog } from '#services/retention/retention-log.postgres.ts';
import type { Core } from './wiring.ts';

/** One after the other: nothing here is in a hurry. */
const LIMITS = { running: 1, waiting: 10 };

export type RetentionCore = Pick<Core, 'pool' | 'clock' | 'store' | 'commands'>;

export function openRetention({ pool, clock, store, commands }: RetentionCore): Retention {
  const db = queriesOn<ReadModels>(pool);
  const lock = createNamedLock(pool, LIMITS);
  return createRetention({
    pool,
    clock,
    store,
    log: createRetentionLog({ pool, clock }),
    ports: {
      candidates: () => companiesWithoutSubscription(db),
      terminate: commands.companies.terminateCompany,
      // The name that the turns of billing have.
      inBillingTurn: (companyId, work) => lock.hold(`billing ${companyId}`, work),
      isPaying: async (companyId) => {
        const { rows } = await sql`
          SELECT FROM billing_intents WHERE company_id = ${companyId} AND state = 'open'`.execute(db);
        return rows.length > 0;
      },
      forgetPayments: async (companyId) => {
        await forgetInSandbox(queriesOn<SandboxTables>(pool), companyId);
      },
      forgetReadModels: async (client, companyId) => {
        const forgotten = await forgetCompany(client, allProjections, companyId);
        return forgotten.kind === 'done' && forgotten.rows;
      },
      countReadModels: (companyId) => countRowsOf(pool, allProjections, companyId),
    },
  });
}
