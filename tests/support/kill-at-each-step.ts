import { execFile } from 'node:child_process';
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
  let killed = 0;
  const worker = async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      const order = await prepare();
      if ((await carryOut(child, url, order, step)) === 'killed') killed += 1;
      await look(order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { tried, killed };
}
