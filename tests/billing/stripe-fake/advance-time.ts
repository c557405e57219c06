import type { Invoicing } from './invoicing.ts';
import type { ProviderState } from './provider-state.ts';
import type { Subscriptions } from './subscriptions.ts';

const TRIAL_NOTICE = 3 * 86_400;

type Due = { readonly at: number; readonly happen: () => void };

/** Makes every change that is due by `to` (seconds since 1970), each at its own time. */
export function advanceTime(
  state: ProviderState,
  { invoicing, subscribing }: { invoicing: Invoicing; subscribing: Subscriptions },
  to: number,
): void {
  for (;;) {
    const next = due().sort((a, b) => a.at - b.at)[0];
    if (!next || next.at > to) break;
    state.now = Math.max(state.now, next.at);
    next.happen();
  }
  state.now = Math.max(state.now, to);

  function due(): Due[] {
    const list: Due[] = [];
    for (const each of state.subscriptions.values()) {
      if (each.status === 'canceled' || each.status === 'incomplete') continue;
      list.push({ at: each.period.end, happen: () => subscribing.renew(each) });
      if (each.status === 'trialing' && !each.trialEndAnnounced) {
        list.push({ at: each.period.end - TRIAL_NOTICE, happen: () => subscribing.announceTrialEnd(each) });
      }
    }
    for (const each of state.invoices.values()) {
      if (each.nextStep !== null) list.push({ at: each.nextStep, happen: () => invoicing.step(each) });
    }
    return list;
  }
}
