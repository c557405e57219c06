import { watchStatements } from '#tests/auth/account-world.ts';
import { openBillingWorld } from './billing-world.ts';

/** A request of a person, or a job; the same order twice is a repetition. */
export type BillingOrder = {
  readonly what: 'save' | 'cancel' | 'seats';
  readonly companyId: string;
  readonly commandId: string;
  /** The card of `save`. */
  readonly id: string;
};

/** Carries out an order and kills itself right before the n-th statement; 0: it runs to the end. */
const [url = '', killAt = '0', order = '{}'] = process.argv.slice(2);
const { what, companyId, commandId, id } = JSON.parse(order) as BillingOrder;
const world = openBillingWorld(url);
await world.pool.query('SELECT 1');

let steps = 0;
watchStatements(() => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
const { billing } = world;
const ctx = world.context(companyId, commandId);
switch (what) {
  case 'save':
    await billing.saveSubscription(ctx, { paymentMethodId: id });
    break;
  case 'cancel':
    await billing.cancelSubscription(ctx);
    break;
  case 'seats':
    await billing.reconciliation.reconcileSeats(companyId);
    break;
}
process.stdout.write(JSON.stringify({ ok: true, steps }));
await world.close();
