import { execFile } from 'node:child_process';
import pg from 'pg';
import { newId } from '#platform/ids.ts';
import { until } from '../integration/api/until.ts';
import type { BundledChild } from './bundled-child.ts';

/** Processes that are killed at the same time. */
const AT_ONCE = 4;

type Ended = { readonly ok: boolean; readonly steps: number } | 'killed';

/** Carries it out in a process that is killed before its n-th statement, 0: never; what it said if it lived. */
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

/** Until the database has noticed that this process is dead: it holds its locks for a moment longer. */
async function untilUnknown(pool: pg.Pool, application: string): Promise<void> {
  await until(async () => {
    const alive = 'SELECT FROM pg_stat_activity WHERE application_name = $1';
    return (await pool.query(alive, [application])).rowCount === 0;
  });
}

/**
 * For each step of such an order, or for those that `includes`: a fresh order, the kill, then the look at what is
 * left. Returns at how many steps somebody was to be killed, and how many were: not every order has as many steps.
 * `child` carries out an order on the database at `url`.
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
