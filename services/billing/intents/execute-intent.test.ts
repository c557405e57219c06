import { beforeEach, describe, expect, it } from 'vitest';
import { rejected } from '#contracts/result.ts';
import { contextOf } from '#tests/support/command-world.ts';
import type { BillingMail } from '../billing.mail.ts';
import { CARD_DECLINED, type Payments, UNAVAILABLE } from '../payments.port.ts';
import { createExecuteIntent } from './execute-intent.ts';
import type { Intent } from './intents.port.ts';

const intent: Intent = {
  ...{ id: 'i', companyId: 'acme', command: contextOf('acme'), state: 'open', declined: null },
  request: { kind: 'cancel', subscriptionId: 'sub_1' },
};
const canceled = { ok: true, canceledAt: '2026-03-02T12:00:00Z', refundCents: 500 } as const;

let done: string[];
beforeEach(() => {
  done = [];
});

/** Executes a cancellation at a provider that answers this, in a company whose log answers that. */
function execute(answer: Payments['cancel'], recorded: 'done' | 'conflict' | 'noSuchCompany' = 'done') {
  const executing = createExecuteIntent({
    payments: { cancel: answer } as Payments,
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
    mail: { canceled: async () => void done.push('mail') } as unknown as BillingMail,
    applySnapshot: async () => UNAVAILABLE,
  });
  return executing(intent);
}

describe('a request to the payment provider', () => {
  it('is recorded with its mail and closed when the provider has done it', async () => {
    expect(await execute(async () => canceled)).toMatchObject({ ok: true, position: 7 });
    expect(done).toEqual(['mail', 'CancelSubscription', 'closed: null']);
  });

  it('stays open, for later, when the provider does not answer', async () => {
    expect(await execute(async () => UNAVAILABLE)).toEqual(UNAVAILABLE);
    expect(done).toEqual(['postponed']);
  });

  it('stays open, for later, when it failed in a way that tells nothing about what the provider did', async () => {
    const failure = new Error('a bug');
    await expect(execute(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(done).toEqual(['postponed']);
  });

  it('stays open, for later, when other writers were always first, or its result cannot be recorded', async () => {
    expect(await execute(async () => canceled, 'conflict')).toEqual(UNAVAILABLE);
    expect(done).toEqual(['postponed']);
    await expect(execute(async () => canceled, 'noSuchCompany')).rejects.toThrow('could not be recorded');
    expect(done).toEqual(['postponed', 'postponed']);
  });

  it('is closed with the reason when the provider refused it', async () => {
    const declined = (async () => CARD_DECLINED) as unknown as Payments['cancel'];
    expect(await execute(declined)).toEqual(CARD_DECLINED);
    expect(done).toEqual(['closed: card declined']);
  });
});
