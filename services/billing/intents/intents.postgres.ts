import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { type BillingTables, nextAttemptAt } from '../billing-tables.ts';
import type { Intents } from './intents.port.ts';

/** The job leaves a new intent to its caller. Longer than all timeouts and retries of one provider call together. */
const FIRST_ATTEMPT_BY_JOB_MS = 60_000;

export function createIntents({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }): Intents {
  const db = queriesOn<BillingTables>(pool);
  const intents = db
    .selectFrom('billing_intents')
    .select([
      ...(['id', 'company_id as companyId', 'ask as request', 'command', 'state'] as const),
      'refusal as declined',
    ]);

  return {
    async open(command, request) {
      const now = clock.now();
      const { companyId, commandId: id } = command;
      await db
        .insertInto('billing_intents')
        .values({
          id,
          company_id: companyId,
          kind: request.kind,
          ask: JSON.stringify(request),
          command: JSON.stringify(command),
          refusal: null,
          asked_at: now,
          due_at: new Date(now.getTime() + FIRST_ATTEMPT_BY_JOB_MS),
          settled_at: null,
        })
        .execute();
      return { id, companyId, request, command, state: 'open', declined: null };
    },

    find: async (id) => (await intents.where('id', '=', id).executeTakeFirst()) ?? null,

    openOf: async (companyId) =>
      (await intents.where('company_id', '=', companyId).where('state', '=', 'open').executeTakeFirst()) ??
      null,

    close: ({ id, companyId, request }, declined) =>
      db.transaction().execute(async (transaction) => {
        const now = clock.now();
        const closed = await transaction
          .updateTable('billing_intents')
          .set({ state: declined === null ? 'done' : 'refused', refusal: declined, settled_at: now })
          .where('id', '=', id)
          .where('state', '=', 'open')
          .executeTakeFirst();
        if (closed.numUpdatedRows === 0n || request.kind !== 'start' || request.trialDays === 0) return;
        if (declined !== null) return giveTrialUp(transaction, companyId);
        // A start of the version before has not claimed it.
        await transaction
          .insertInto('billing_trials')
          .values({ payer: request.payer, company_id: companyId, began_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    async postpone({ id }) {
      await db
        .updateTable('billing_intents')
        .set({
          tries: sql<number>`tries + 1`,
          due_at: nextAttemptAt(clock.now()),
        })
        .where('id', '=', id)
        .execute();
    },

    async dueCompanies(limit) {
      const due = await db
        .selectFrom('billing_intents')
        .select('company_id')
        .where('state', '=', 'open')
        .where('due_at', '<=', clock.now().toISOString())
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return due.map(({ company_id }) => company_id);
    },

    async countOpen() {
      const { count } = await db
        .selectFrom('billing_intents')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return count;
    },

    claimTrial: (companyId, { wanted, plain }) =>
      db.transaction().execute(async (transaction) => {
        const now = clock.now();
        const claimed = await transaction
          .insertInto('billing_trials')
          // In one order, so that two claims of the same payer and card do not block each other.
          .values(wanted.toSorted().map((payer) => ({ payer, company_id: companyId, began_at: now })))
          .onConflict((conflict) =>
            conflict
              .column('payer')
              .doUpdateSet({ began_at: now })
              .where('billing_trials.company_id', '=', companyId),
          )
          .returning('payer')
          .execute();
        const { count } = await transaction
          .selectFrom('billing_trials')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('payer', 'in', plain)
          .where('company_id', '!=', companyId)
          .executeTakeFirstOrThrow();
        if (claimed.length === wanted.length && Number(count) === 0) return true;
        await giveTrialUp(transaction, companyId);
        return false;
      }),
  };
}

/** Only a company that never had a subscription claims a trial, so none that it had is forgotten. */
async function giveTrialUp(transaction: Transaction<BillingTables>, companyId: string): Promise<void> {
  await transaction.deleteFrom('billing_trials').where('company_id', '=', companyId).execute();
}
