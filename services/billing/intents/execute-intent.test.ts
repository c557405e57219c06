import { beforeEach, describe, expect, it } from 'vitest';
import { rejected } from '#contracts/result.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { CARD_DECLINED, type Payments, UNAVAILABLE } from '../payments.port.ts';
import { createExecuteIntent } from './execute-intent.ts';
import type { Intent, IntentRequest } from './intents.port.ts';

const intent: Intent = {
  ...{ id: 'i', companyId: 'acme', command: contextOf('acme'), state: 'open', declined: null },
  request: { kind: 'cancel', subscriptionId: 'sub_1' },
};
const canceled = { ok: true, canceledAt: '2026-03-02T12:00:00Z', refundCents: 500 } as const;

let done: string[];
beforeEach(() => {
  done = [];
});

/** Executes the intent. `payments` is what the provider can do, `recorded` the reply of the log. */
function execute(
  payments: Partial<Payments>,
  recorded: 'done' | 'conflict' | 'noSuchCompany' = 'done',
  request: IntentRequest = intent.request,
) {
  const executing = createExecuteIntent({
    payments: { receipts: async () => ({ ok: true, receipts: [] }), ...payments } as Payments,
    subscriptions: {
      async record(_command, { type }, beforeAppend) {
        if (recorded !== 'done') return rejected(recorded);
        await beforeAppend?.([]);
        done.push(type);
        return { ok: true, position: 7, value: { kind: 'none' } };
      },
    },
    intents: {
      close: async (_intent, declined) => void done.push(`closed: ${declined}`),
      postpone: async () => void done.push('postponed'),
    },
    mail: {
      welcome: async () => void done.push('welcome'),
      canceled: async () => void done.push('mail'),
      receipts: async () => void done.push('receipts'),
    },
    applySnapshot: async () => UNAVAILABLE,
  });
  return executing({ ...intent, request });
}

describe('a request to the payment provider', () => {
  it('is recorded with its mail and closed when the provider has done it', async () => {
    expect(await execute({ cancel: async () => canceled })).toMatchObject({ ok: true, position: 7 });
    expect(done).toEqual(['mail', 'receipts', 'CancelSubscription', 'closed: null']);
  });

  it('stays open, for later, when the provider does not answer', async () => {
    expect(await execute({ cancel: async () => UNAVAILABLE })).toEqual(UNAVAILABLE);
    expect(done).toEqual(['postponed']);
  });

  it('stays open when a failure leaves its outcome at the provider unknown', async () => {
    const failure = new Error('a bug');
    await expect(execute({ cancel: () => Promise.reject(failure) })).rejects.toBe(failure);
    expect(done).toEqual(['postponed']);
  });

  it('stays open when it lost every race to append, or its result cannot be recorded', async () => {
    expect(await execute({ cancel: async () => canceled }, 'conflict')).toEqual(UNAVAILABLE);
    expect(done).toEqual(['postponed']);
    await expect(execute({ cancel: async () => canceled }, 'noSuchCompany')).rejects.toThrow(
      'could not be recorded',
    );
    expect(done).toEqual(['postponed', 'postponed']);
  });

  it('is closed with the reason when the card was declined', async () => {
    const changeCard = {
      kind: 'change card',
      customerId: 'c',
      subscriptionId: 'sub_1',
      paymentMethodId: 'p',
    };
    const declining = { changeCard: async () => CARD_DECLINED };
    expect(await execute(declining, 'done', changeCard as IntentRequest)).toEqual(CARD_DECLINED);
    expect(done).toEqual(['closed: card declined']);
  });
});
