import { describe } from 'vitest';
import { cancelingSuite } from './canceling.suite.ts';
import { describePayments } from './payments.suite.ts';
import { openStripe } from './stripe-harness.ts';

describePayments('Stripe', () => openStripe());

describe.each(['final', 'tried'] as const)('Stripe, where the last bill is %s at once', (lastBill) => {
  cancelingSuite(() => openStripe(lastBill));
});
