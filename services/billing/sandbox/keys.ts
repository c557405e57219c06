import { createHash } from 'node:crypto';
import type { Tx } from './tables.ts';

type Input = Readonly<Record<string, string | number>> & { readonly key: string };

const KEY = /^[\x21-\x7e]{1,100}$/;

/**
 * Does `work` once for a key, in the transaction it is given; a repetition gets what the first call came to.
 * Who comes with the same key meanwhile waits. Results are kept: ids and amounts, nothing secret.
 * Throws for a key that came with another input before.
 */
export async function once<Result>(
  tx: Tx,
  call: string,
  { key, ...input }: Input,
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!KEY.test(key)) throw new Error('an idempotency key is 1 to 100 visible ASCII characters');
  const request = digest(input);
  const taken = await tx
    .insertInto('sandbox.idempotency_keys')
    .values({ call, key, request, result: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = tx.selectFrom('sandbox.idempotency_keys').where('call', '=', call).where('key', '=', key);
  if (taken.numInsertedOrUpdatedRows === 0n) {
    const before = await row.select(['request', 'result']).executeTakeFirstOrThrow();
    if (before.request !== request) throw new Error(`${call}: the key ${key} was used with another input`);
    return before.result as Result;
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

function digest(input: Readonly<Record<string, string | number>>): string {
  const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
