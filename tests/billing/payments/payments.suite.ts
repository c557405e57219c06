import { describe } from 'vitest';
import { cancelingSuite } from './canceling.suite.ts';
import { failingSuite } from './failing.suite.ts';
import { monthsSuite } from './months.suite.ts';
import { outagesSuite } from './outages.suite.ts';
import type { PaymentsHarness } from './payments-harness.ts';
import { startingSuite } from './starting.suite.ts';
import { webhooksSuite } from './webhooks.suite.ts';

/** The contract of every adapter. `open` makes a provider of the test's own. */
export function describePayments(name: string, open: () => Promise<PaymentsHarness>): void {
  describe(`payments on ${name}`, () => {
    startingSuite(open);
    monthsSuite(open);
    failingSuite(open);
    cancelingSuite(open);
    outagesSuite(open);
    webhooksSuite(open);
  });
}
