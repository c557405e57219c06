import pg from 'pg';
import type { Door } from './database.ts';
import { companyInScope } from './scope.ts';
import { COMPANY_SETTING, READER_ROLE } from './tenant-isolation.port.ts';

/**
 * A pooler like PgBouncer may lend each transaction another connection of the server. So nothing may be left on a
 * connection: no prepared statement with a name, no setting, no role. Read ADR 0053.
 */
export class UnnamedClient extends pg.Client {
  override query(...[first, ...rest]: never[]): never {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first;
    const query = isNamed ? { ...(first as object), name: undefined } : first;
    return super.query(...([query, ...rest] as never as [never])) as never;
  }
}

const BEGINS = /^\s*(?:begin|start transaction)\b/i;
const ENDS = /^\s*(?:commit|rollback)\s*$/i;

/**
 * Each query is a transaction that takes the role of the reader and names the company; all of it goes out at once. Of a
 * longer transaction, the beginning does both.
 */
export function createTransactionDoor(): Door {
  const inTransaction = new WeakSet<pg.PoolClient>();
  return async (client, text, run) => {
    if (inTransaction.has(client)) {
      if (ENDS.test(text)) inTransaction.delete(client);
      return run();
    }
    const company = companyInScope();
    if (company === undefined) throw new Error('a tenant query ran outside withinCompany');
    const enter = `SET LOCAL ROLE ${READER_ROLE}; SELECT set_config('${COMPANY_SETTING}', ${pg.escapeLiteral(company)}, true)`;
    if (BEGINS.test(text)) {
      inTransaction.add(client);
      const [begun] = await allOf([run(), client.query(enter)]);
      return begun;
    }
    const [, result] = await allOf([client.query(`BEGIN; ${enter}`), run(), client.query('COMMIT')]);
    return result;
  };
}

/** Waits for all, also when one fails: the connection is lent to the next query when the transaction has ended. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent);
  // What failed first is the cause of the rest.
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
}
