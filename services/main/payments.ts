import type { PaymentsConfig } from '#platform/config.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import {
  createRecordedSubscriptions,
  type RecordedSubscriptions,
} from '#services/billing/sandbox/backfill.ts';
import { DEMO_COMPANY_ID } from '#services/demo/demo-commands.ts';

/** The demo's subscription does not name its company. */
const ALIASES = new Map([['sub_demo', DEMO_COMPANY_ID]]);

export function recordedSubscriptions(store: EventStore): RecordedSubscriptions {
  return createRecordedSubscriptions(store, ALIASES);
}

/** For the person at the terminal. */
export function whoTakesPayments(payments: PaymentsConfig): string {
  if (payments.kind === 'stripe') return 'Payments are taken by Stripe';
  return 'Payments go to a sandbox, no money moves: pm_card_visa pays, pm_card_chargeDeclined is refused';
}
