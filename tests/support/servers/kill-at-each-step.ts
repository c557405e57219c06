import pg from 'pg';
import { expect } from 'vitest';
import { createPool } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';

/** The number of orders that are carried out concurrently. */
const AT_ONCE = 4;

/** Carries out orders, with connections of its own. */
export type Worker<Order> = {
  readonly pool: pg.Pool;
  run(order: Order): Promise<{ readonly ok: boolean }>;
  close(): Promise<void>;
};

type Watched = { readonly clients: Set<pg.Client>; readonly onStep: () => void; isDead: boolean };

/** By the name of their application. */
const watched = new Map<string, Watched>();

/** Counts the statements of watched workers. Those of a dead one are neither sent nor answered. */
function watchConnections(): void {
  for (const method of ['connect', 'query'] as const) {
    const original: unknown = pg.Client.prototype[method];
    Object.defineProperty(pg.Client.prototype, method, {
      value(this: pg.Client & { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
        const worker = watched.get(this.connectionParameters.application_name ?? '');
        if (method === 'connect') worker?.clients.add(this);
        else worker?.onStep();
        if (worker?.isDead) return new Promise(() => {});
        return Reflect.apply(original as () => unknown, this, args);
      },
    });
  }
}
watchConnections();

/**
 * What a kill -9 of its process would be to the database: every connection is gone, whatever was under way on it. The
 * work never goes on, because it waits for an answer for ever.
 */
function kill(worker: Watched): void {
  worker.isDead = true;
  for (const client of worker.clients) {
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.removeAllListeners();
    connection.on('error', () => {});
    connection.stream.destroy();
  }
}

type Ended = { readonly ok: boolean; readonly steps: number } | 'killed';

/** Lets a worker carry out the order, and kills it before its n-th statement (0: never). */
async function carryOut<Order>(
  open: (url: string) => Worker<Order>,
  { url, application }: { url: string; application: string },
  order: Order,
  killAt: number,
): Promise<Ended> {
  const killed = Promise.withResolvers<'killed'>();
  // Opening is not a step.
  let steps = Number.NEGATIVE_INFINITY;
  const state: Watched = {
    clients: new Set(),
    isDead: false,
    onStep() {
      steps += 1;
      if (steps !== killAt) return;
      kill(state);
      killed.resolve('killed');
    },
  };
  watched.set(application, state);
  const worker = open(url);
  await worker.pool.query('SELECT 1');
  steps = 0;
  const work = worker.run(order).then(async ({ ok }) => {
    const ended = { ok, steps };
    await worker.close();
    return ended;
  });
  return Promise.race([killed.promise, work]);
}

/** Waits until the database has noticed the death of a worker: it holds its locks a moment longer. */
async function untilUnknown(pool: pg.Pool, application: string): Promise<void> {
  const alive = 'SELECT FROM pg_stat_activity WHERE application_name = $1';
  const sessions = async () => (await pool.query(alive, [application])).rowCount;
  await expect.poll(sessions, { message: 'database sessions of the dead worker' }).toBe(0);
}

/**
 * For each step of an order, or for those that `includes` selects: a fresh order, the kill, then the check of the
 * result. Returns the number of planned and of actual kills, because some orders have fewer steps.
 */
export async function killAtEachStep<Order>(
  { open, url }: { open: (url: string) => Worker<Order>; url: string },
  prepare: () => Promise<Order>,
  look: (order: Order) => Promise<void>,
  includes: (step: number) => boolean = () => true,
): Promise<{ readonly tried: number; readonly killed: number }> {
  const whole = await carryOut(open, named(url), await prepare(), 0);
  if (whole === 'killed' || !whole.ok) throw new Error('the order cannot be carried out');
  const steps = Array.from({ length: whole.steps }, (_, index) => index + 1).filter(includes);
  const tried = steps.length;
  const pool = createPool(url, { max: AT_ONCE });
  let killed = 0;
  const lane = async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      const order = await prepare();
      const connecting = named(url);
      if ((await carryOut(open, connecting, order, step)) === 'killed') killed += 1;
      await untilUnknown(pool, connecting.application);
      await look(order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane)).finally(() => pool.end());
  return { tried, killed };
}

function named(url: string): { readonly url: string; readonly application: string } {
  const application = newId();
  const its = new URL(url);
  its.searchParams.set('application_name', application);
  return { url: its.href, application };
}
