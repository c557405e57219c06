import { expect, it } from 'vitest';
import { publicRules } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { formOf, registrant } from './registration-world.ts';

const api = apiWorld({ trustProxy: 1 });
const FORMS = 600;

it('forms count by network before they are checked, refused ones too', { tags: ['asvs-6.3.1'] }, async () => {
  const me = registrant(api.client(), api.pool);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const refused = formOf({ confirmPassword: 'Other.otter7' });
  expect((await me.register(refused, from('192.0.2.1'))).body.error).toBe('passwordsShouldMatch');
  for (let forms = 1; forms < FORMS; forms += 1)
    expect((await api.limits.take(...byNetwork(publicRules.registrationForms, '192.0.2.1'))).ok).toBe(true);
  for (const form of [refused, formOf()])
    expect(await me.register(form, from('192.0.2.1'))).toMatchObject({
      status: 429,
      body: { error: 'tooManyRequests' },
    });
  expect((await me.register(formOf(), from('192.0.2.2'))).status).toBe(200);
});
