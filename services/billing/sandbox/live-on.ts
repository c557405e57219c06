import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { holdCustomer, secondsOf } from './customers.ts';
import { createFailures } from './failures.ts';
import type { SandboxTables } from './tables.ts';

const PORTION = 100;

/**
 * Lets everybody live whose subscription is due: trials end, months are billed, what failed is tried again.
 * Each customer is a transaction, as of his own time; it may run anywhere and as often as it likes.
 * Returns how many were due. Throws what went wrong with one customer after the others have lived.
 */
export async function liveOn(db: Kysely<SandboxTables>, clock: Clock, signal?: AbortSignal): Promise<number> {
  const failures = createFailures();
  for (let count = 0, after = ''; ; ) {
    const due = await db
      .selectFrom('sandbox.customers as c')
      .innerJoin('sandbox.subscriptions as s', 's.customer_id', 'c.id')
      .select('c.id')
      .distinct()
      .where(({ eb, ref }) => eb('s.due_at', '<=', eb(eb.val(secondsOf(clock)), '+', ref('c.ahead_seconds'))))
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(PORTION)
      .execute();
    for (const { id } of due) {
      if (signal?.aborted) return count;
      await failures.collect(() => db.transaction().execute((tx) => holdCustomer(tx, clock, id)));
      count++;
    }
    after = due.at(-1)?.id ?? '';
    if (due.length < PORTION) {
      failures.rethrow();
      return count;
    }
  }
}

/**
 * Moves the time of one company's payments ahead by so many seconds; the others stay where they are. Returns
 * its time from then on, in seconds since 1970, or null when nobody knows the company here.
 */
export function moveAhead(
  db: Kysely<SandboxTables>,
  clock: Clock,
  { companyId, seconds }: { companyId: string; seconds: number },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('sandbox.customers')
      .set(({ eb, ref }) => ({ ahead_seconds: eb(ref('ahead_seconds'), '+', seconds) }))
      .where('company_id', '=', companyId)
      .returning('id')
      .executeTakeFirst();
    return moved ? (await holdCustomer(tx, clock, moved.id)).now : null;
  });
}
