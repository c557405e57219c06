import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { Reconciled } from '../subscription/reconcile.ts';
import {
  createApplyProviderEvents,
  type ProviderEvents,
  type StoredProviderEvent,
} from './apply-provider-events.ts';

type Outcome = 'applied' | 'postponed' | 'set aside';

const eventOf = (
  id: string,
  subscriptionId: string | null,
  companyId: string | null,
): StoredProviderEvent => ({
  ...{ id, subscriptionId, companyId, provider: 'stripe' },
  ...{ type: 'customer.subscription.updated', at: '2026-03-02T09:00:00Z' },
});
const ofAcme = (id: string) => eventOf(id, 'sub_acme', 'acme');
const ofBolt = (id: string) => eventOf(id, 'sub_bolt', 'bolt');

/** Applies the events to a provider with these answers. `outcomes` has what became of each event. */
async function applied(
  stored: readonly StoredProviderEvent[],
  answers: Record<string, Reconciled | Error>,
  companyOfSubscription: () => Promise<string | null> = async () => null,
) {
  const outcomes: Record<string, Outcome[]> = {};
  const asked: string[] = [];
  const become = (outcome: Outcome) => async (events: readonly StoredProviderEvent[]) => {
    for (const { id } of events) outcomes[id] = [...(outcomes[id] ?? []), outcome];
  };
  const events: Pick<ProviderEvents, 'due' | 'markApplied' | 'postpone' | 'setAside'> = {
    due: async (most) => stored.filter(({ id }) => !outcomes[id]).slice(0, most),
    markApplied: become('applied'),
    postpone: become('postponed'),
    setAside: become('set aside'),
  };
  const apply = createApplyProviderEvents({
    events: events as ProviderEvents,
    companyOfSubscription,
    reconciliation: {
      async reconcileSubscription(companyId, subscriptionId) {
        asked.push(`${companyId} ${subscriptionId}`);
        const answer = answers[subscriptionId] ?? new Error('not expected');
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  });
  await apply({ log: createLog('silent'), signal: new AbortController().signal });
  return { outcomes, asked };
}

it('webhooks that arrive while the provider does not answer are only postponed', async () => {
  const { outcomes } = await applied([ofAcme('a'), ofAcme('b'), ofBolt('c')], {
    sub_acme: 'unavailable',
    sub_bolt: 'done',
  });
  expect(outcomes).toEqual({ a: ['postponed'], b: ['postponed'], c: ['applied'] });
});

it('webhooks whose subscription cannot be reconciled are only postponed, and hold up no others', async () => {
  const { outcomes } = await applied([ofAcme('a'), ofBolt('b')], {
    sub_acme: new Error('broken'),
    sub_bolt: 'done',
  });
  expect(outcomes).toEqual({ a: ['postponed'], b: ['applied'] });
});

it('webhooks of an unknown subscription are set aside for an operator', async () => {
  const { outcomes } = await applied([ofAcme('a'), eventOf('b', 'sub_nobody', null)], {
    sub_acme: 'unknown',
  });
  expect(outcomes).toEqual({ a: ['set aside'], b: ['set aside'] });
});

it('the provider is asked once about each subscription, whose company another webhook or our state names', async () => {
  const { outcomes, asked } = await applied(
    [eventOf('a', 'sub_acme', null), ofAcme('b'), eventOf('c', 'sub_bolt', null), eventOf('d', null, null)],
    { sub_acme: 'done', sub_bolt: 'done' },
    async () => 'bolt',
  );
  expect(asked).toEqual(['acme sub_acme', 'bolt sub_bolt']);
  expect(outcomes).toEqual({ a: ['applied'], b: ['applied'], c: ['applied'], d: ['applied'] });
});

it('all batches of due webhooks are applied', async () => {
  const many = Array.from({ length: 450 }, (_, at) => eventOf(`${at}`, `sub_${at}`, 'acme'));
  const answers = Object.fromEntries(many.map(({ subscriptionId }) => [subscriptionId, 'done' as const]));
  const { outcomes } = await applied(many, answers);
  expect(Object.values(outcomes)).toEqual(many.map(() => ['applied']));
});
