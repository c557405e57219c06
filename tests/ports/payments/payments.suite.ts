import { describe } from 'vitest';
import type { PaymentsHarness } from './payments-harness.ts';
import { startingSuite } from './starting.suite.ts';

/** What every adapter keeps. `open` makes a provider of this test's own. */
export function describePayments(name: string, open: () => Promise<PaymentsHarness>): void {
  describe(`payments on ${name}`, () => {
    startingSuite(open);
  });
}
