import { expect, it } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

/** Time passes for the quotas when the test says so. */
let now = 0;
/** A person saves up 30 writes, a company 60. */
const api = apiWorld({
  scheduler: { ...systemScheduler, now: () => now },
  writeRates: { perPerson: 0.1, perCompany: 0.2 },
});
async function write(client: HttpClient, times: number): Promise<number[]> {
  const replies = Array.from({ length: times }, () => client.patch('/sales/update/salesperhour'));
  return (await Promise.all(replies)).map(({ status }) => status);
}
it('too many writes of a person: the next is refused in whole, with the time to wait, and is taken after it', {
  tags: ['asvs-2.3.2', 'reliability-45'],
}, async () => {
  const company = await api.company();
  const associate = await api.signedIn(company.associate);
  const sell = (name: string) => {
    const sale = { name, campaignId: company.campaignId, price: '10', status: 'Closed' };
    return associate.post('/sales/addsale', sale, { 'idempotency-key': name });
  };
  const names = async () => {
    const { body } = await associate.get('/sales/getsales/all');
    return body.requestedData.map(({ sale_name }: { sale_name: string }) => sale_name);
  };
  expect((await sell('first')).status).toBe(200);
  expect(await write(associate, 29)).not.toContain(429);
  const refused = await sell('refused');
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'tooManyRequests', message: 'Too many attempts. Please wait and try again' },
  });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect((await associate.post('/sales/addsale', { name: 'no sale' })).status, 'before it is read').toBe(429);
  expect(await names(), 'reads go on').toEqual(['first']);
  now += 10_000;
  // The refusal has not taken the key.
  expect((await sell('refused')).status).toBe(200);
  expect(await names()).toEqual(['refused', 'first']);
});

it('a company that writes too much costs another none of its writes', {
  tags: ['reliability-45'],
}, async () => {
  const company = await api.company();
  for (const person of [company.associate, company.colleague]) {
    const statuses = await write(await api.signedIn(person), 40);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  }
  const manager = await api.signedIn(company.manager);
  expect(await write(manager, 1), 'of the same company').toEqual([429]);
  const others = await api.company();
  const other = await api.signedIn(others.associate);
  expect(await write(other, 30)).not.toContain(429);
  now += 10_000;
  expect(await write(manager, 1)).toEqual([200]);
});
