import { watchStatements } from '#tests/auth/account-world.ts';
import { openRegistrations, type RegistrationOrder } from './registrations.ts';

/** Carries out an order and kills itself right before the n-th statement; 0: it runs to the end. */
const [url = '', killAt = '0', order = ''] = process.argv.slice(2);
const world = openRegistrations(url);
await world.pool.query('SELECT 1');

let steps = 0;
watchStatements(() => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
const outcome = await world.run(JSON.parse(order) as RegistrationOrder);
process.stdout.write(JSON.stringify({ ok: outcome.ok, steps }));
await world.close();
