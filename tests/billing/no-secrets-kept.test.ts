import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { startProgram } from '#services/main/program.ts';
import { sharedDataDir } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { done } from './payments/payer.ts';
import { everythingStored, secretsIn } from './secrets-at-rest.ts';
import { deliverWebhooks } from './stripe-fake/deliver-webhooks.ts';
import { FAKE_KEYS, startStripeFake } from './stripe-fake/stripe-fake.ts';

it('finds planted secrets', () => {
  const planted = [
    'paid with 4242 4242 4242 4242.',
    '{"number":"5555555555554444"}',
    'seti_1_secret_abc',
    'cvc=123',
    '"exp_month": 4',
    'sk_live_x',
  ];
  for (const text of planted) expect(secretsIn(text, ['sk_live_x']), text).not.toEqual([]);
  const innocent = 'at 1795000000000, 4242424242424241, 2026-11-21, +1 416 555 0100, 0192f1a0-4242';
  expect(secretsIn(innocent, ['sk_live_x'])).toEqual([]);
});

it('stores no card data, client secret or provider key in database or log, whatever fails', {
  tags: ['asvs-14.2.4', 'asvs-16.2.5'],
}, async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (line, _encoding, written) => {
        lines.push(String(line));
        written();
      },
    }),
  );
  const database = await createTestDatabase();
  const fake = await startStripeFake({ now: new Date(Math.floor(Date.now() / 1000) * 1000) });
  const payments = { kind: 'stripe' as const, ...FAKE_KEYS, apiBase: fake.url };
  const program = await startProgram(
    { ...readConfig({ DATA_DIR: sharedDataDir() }), port: 0, databaseUrl: database.url, payments },
    { log },
  );
  try {
    const { payments: provider } = program.core;
    const company = { companyId: 'co-1', companyName: 'Acme', email: 'ada@acme.test', key: 'a' };
    const { customerId } = done(await provider.ensureCustomer(company));
    const { clientSecret } = done(await provider.createSetupIntent({ customerId, key: 'b' }));
    const start = { companyId: 'co-1', customerId, seats: 2, trialDays: 0 as const };
    const declined = { ...start, paymentMethodId: 'pm_card_chargeDeclined', key: 'c' };
    expect(await provider.startSubscription(declined)).toMatchObject({ ok: false });
    const paid = { ...start, paymentMethodId: 'pm_card_visa', key: 'd' };
    const { subscription } = done(await provider.startSubscription(paid));
    await deliverWebhooks(fake, `${program.url}/api/webhooks/stripe`, { times: 2 });
    await fetch(`${program.url}/api/webhooks/stripe`, {
      method: 'POST',
      body: `{"number":"4242424242424242"}`,
    });

    await fake.suffer('failing');
    expect(await provider.createSetupIntent({ customerId, key: 'e' })).toMatchObject({ ok: false });
    await fake.suffer(null);
    await expect(provider.createSetupIntent({ customerId: 'cus_unknown', key: 'f' })).rejects.toThrow();
    done(await provider.cancel({ subscriptionId: subscription.id, key: 'g' }));

    const secrets = [clientSecret, FAKE_KEYS.secretKey, FAKE_KEYS.webhookSecret];
    expect(lines.join('')).toContain('the payment provider is unavailable');
    expect(secretsIn(lines.join(''), secrets)).toEqual([]);
    const stored = await everythingStored(database.pool);
    expect(stored.get('public.provider_events')).toContain(subscription.id);
    for (const [table, text] of stored) expect(secretsIn(text, secrets), table).toEqual([]);
  } finally {
    await program.stop();
    await fake.close();
    await database.drop();
  }
});
