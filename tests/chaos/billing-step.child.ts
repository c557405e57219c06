import { watchStatements } from '#tests/support/account-world.ts';
import { openBillingWorld } from '#tests/support/billing-world.ts';

/** What a person asks for, or a job does; the same order twice is a repetition. */
export type BillingOrder = {
  readonly what: 'save' | 'cancel' | 'seats';
  readonly companyId: string;
  readonly commandId: string;
  /** The card of `save`. */
  readonly id: string;
};

/** Carries out an order and is gone, by its own hand, right before the n-th statement; 0: it ends by itself. */
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
    await billing.keep.followEmployees(companyId);
    break;
}
process.stdout.write(JSON.stringify({ ok: true, steps }));
await world.close();
