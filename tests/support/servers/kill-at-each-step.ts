import { execFile } from 'node:child_process';
import pg from 'pg';
import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { BundledChild } from './bundled-child.ts';

/** The number of processes that are killed concurrently. */
const AT_ONCE = 4;

type Ended = { readonly ok: boolean; readonly steps: number } | 'killed';

/** Runs the order in a process that is killed before its n-th statement (0: never); returns its output if it survived. */
function carryOut<Order>(child: BundledChild, url: string, order: Order, killAt: number): Promise<Ended> {
  const args = [child.path, url, String(killAt), JSON.stringify(order)];
  return new Promise((settle, fail) => {
    execFile(process.execPath, args, { env: child.env }, (error, said) => {
      if (error?.signal === 'SIGKILL') settle('killed');
      else if (error) fail(error);
      else settle(JSON.parse(said));
    });
  });
}

/** Waits until the database has noticed the death of the process: it holds its locks a moment longer. */
async function untilUnknown(pool: pg.Pool, application: string): Promise<void> {
  const alive = 'SELECT FROM pg_stat_activity WHERE application_name = $1';
  const sessions = async () => (await pool.query(alive, [application])).rowCount;
  await expect.poll(sessions, { message: 'database sessions of the dead process' }).toBe(0);
}

/**
 * For each step of an order, or for those that `includes` selects: a fresh order, the kill, then the check of the
 * result. Returns the number of planned and of actual kills, because some orders have fewer steps. `child` carries
 * out an order on the database at `url`.
 */
export async function killAtEachStep<Order>(
  { child, url }: { child: BundledChild; url: string },
  prepare: () => Promise<Order>,
  look: (order: Order) => Promise<void>,
  includes: (step: number) => boolean = () => true,
): Promise<{ readonly tried: number; readonly killed: number }> {
  const whole = await carryOut(child, url, await prepare(), 0);
  if (whole === 'killed' || !whole.ok) throw new Error('the order cannot be carried out');
  const steps = Array.from({ length: whole.steps }, (_, index) => index + 1).filter(includes);
  const tried = steps.length;
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE });
  let killed = 0;
  const worker = async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      const order = await prepare();
      const application = newId();
      if ((await carryOut(child, named(url, application), order, step)) === 'killed') killed += 1;
      await untilUnknown(pool, application);
      await look(order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker)).finally(() => pool.end());
  return { tried, killed };
}

function named(url: string, application: string): string {
  const its = new URL(url);
  its.searchParams.set('application_name', application);
  return its.href;
}
