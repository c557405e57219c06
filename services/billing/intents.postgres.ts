import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { nextLook } from './backoff.ts';
import type { BillingTables } from './billing-tables.ts';
import type { Intents } from './intents.port.ts';

/** What is under way is somebody's: longer than the provider's time limits and retries take together. */
const FIRST_LOOK_MS = 60_000;

export function createIntents({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }): Intents {
  const db = queriesOn<BillingTables>(pool);
  const intents = db
    .selectFrom('billing_intents')
    .select(['id', 'company_id as companyId', 'ask', 'command', 'state', 'refusal']);

  return {
    async open(command, ask) {
      const now = clock.now();
      const { companyId, commandId: id } = command;
      await db
        .insertInto('billing_intents')
        .values({
          id,
          company_id: companyId,
          kind: ask.kind,
          ask: JSON.stringify(ask),
          command: JSON.stringify(command),
          refusal: null,
          asked_at: now,
          due_at: new Date(now.getTime() + FIRST_LOOK_MS),
          settled_at: null,
        })
        .execute();
      return { id, companyId, ask, command, state: 'open', refusal: null };
    },

    find: async (id) => (await intents.where('id', '=', id).executeTakeFirst()) ?? null,

    openOf: async (companyId) =>
      (await intents.where('company_id', '=', companyId).where('state', '=', 'open').executeTakeFirst()) ??
      null,

    settle: ({ id, companyId, ask }, refusal) =>
      db.transaction().execute(async (transaction) => {
        const now = clock.now();
        await transaction
          .updateTable('billing_intents')
          .set({ state: refusal === null ? 'done' : 'refused', refusal, settled_at: now })
          .where('id', '=', id)
          .where('state', '=', 'open')
          .execute();
        if (ask.kind !== 'start' || ask.trialDays === 0 || refusal !== null) return;
        await transaction
          .insertInto('billing_trials')
          .values({ payer: ask.payer, company_id: companyId, began_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    async postpone({ id }) {
      await db
        .updateTable('billing_intents')
        .set({
          tries: sql<number>`tries + 1`,
          due_at: nextLook(clock.now()),
        })
        .where('id', '=', id)
        .execute();
    },

    async dueCompanies(most) {
      const due = await db
        .selectFrom('billing_intents')
        .select('company_id')
        .where('state', '=', 'open')
        .where('due_at', '<=', clock.now().toISOString())
        .orderBy('due_at')
        .limit(most)
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

    async hadTrial(payer) {
      const had = await db
        .selectFrom('billing_trials')
        .select('payer')
        .where('payer', '=', payer)
        .executeTakeFirst();
      return had !== undefined;
    },
  };
}
