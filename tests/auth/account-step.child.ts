import { type Order, openAccounts, watchStatements } from './account-world.ts';

/** Carries out an order and kills itself right before the n-th statement; 0: it runs to the end. */
const [url = '', killAt = '0', order = ''] = process.argv.slice(2);
const world = openAccounts(url);
await world.pool.query('SELECT 1');

let steps = 0;
watchStatements(() => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
const outcome = await world.run(JSON.parse(order) as Order);
process.stdout.write(JSON.stringify({ ok: outcome.ok, steps }));
await world.close();
