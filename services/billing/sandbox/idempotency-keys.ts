import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { secondsOf } from './customers.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';

type Input = Readonly<Record<string, string | number>> & { readonly key: string };

const KEY = /^[\x21-\x7e]{1,100}$/;
/** No call is repeated after that time. The real provider keeps keys for at least a day. */
const KEY_LIFETIME_SECONDS = 30 * 86_400;

/**
 * Runs `work` once for a key, in the given transaction; a repetition gets the result of the first call, and a
 * concurrent call waits for it. Results are stored: ids and amounts, nothing secret. Throws when the key was used
 * with another input.
 */
export async function oncePerKey<Result>(
  tx: Tx,
  call: string,
  { key, ...input }: Input,
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!KEY.test(key)) throw new Error('an idempotency key is 1 to 100 visible ASCII characters');
  const request = digest(input);
  const inserted = await tx
    .insertInto('sandbox.idempotency_keys')
    .values({ call, key, request, result: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = tx.selectFrom('sandbox.idempotency_keys').where('call', '=', call).where('key', '=', key);
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const earlier = await row.select(['request', 'result']).executeTakeFirstOrThrow();
    if (earlier.request !== request) throw new Error(`${call}: the key ${key} was used with another input`);
    return earlier.result as Result;
  }
  const result = await work();
  await tx
    .updateTable('sandbox.idempotency_keys')
    .set({ result: JSON.stringify(result) })
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
  return result;
}

export async function deleteOldKeys(db: Kysely<SandboxTables>, clock: Clock): Promise<void> {
  await db
    .deleteFrom('sandbox.idempotency_keys')
    .where('created_at', '<', secondsOf(clock) - KEY_LIFETIME_SECONDS)
    .execute();
}

function digest(input: Readonly<Record<string, string | number>>): string {
  const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
