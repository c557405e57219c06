import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Person } from '#platform/principal.ts';
import { createKnownClients } from '#services/auth/known-clients.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';

const clock = { time: Date.now(), now: () => new Date(clock.time) };
const ELSEWHERE = '203.0.113.7';

const api = apiWorld({ clock });
let company: Company;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  company = await api.company();
  [ada, bob] = [company.associate, company.colleague].map(({ employeeId }) => ({
    companyId: company.companyId,
    employeeId,
  })) as [Person, Person];
});
const clients = () => createKnownClients({ pool: api.pool, clock });
const knows = (email: string, device: string | null) =>
  clients().known(email, { address: ELSEWHERE, device });

describe('a device', () => {
  it('is known to those who signed in with it, whatever the case of their email', async () => {
    const device = await clients().remember(ada, null);
    expect(await knows(company.associate.email, device)).toBe('device');
    expect(await knows(` ${company.associate.email.toUpperCase()}`, device)).toBe('device');
    expect(await knows(company.colleague.email, device)).toBe(null);
    expect(await knows(company.associate.email, null)).toBe(null);
    // A device of several people keeps its token.
    expect(await clients().remember(bob, device)).toBe(device);
    expect(await clients().remember(ada, device)).toBe(device);
    expect(await knows(company.colleague.email, device)).toBe('device');
  });

  it('gets a new token in place of one that this server has not issued', async () => {
    for (const planted of ['x'.repeat(43), 'short', '']) {
      const given = await clients().remember(ada, planted);
      expect(given).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(given).not.toBe(planted);
      expect(await knows(company.associate.email, planted)).toBe(null);
    }
  });

  it('is forgotten 400 days after its last sign-in', async () => {
    const device = await clients().remember(ada, null);
    clock.time += 399 * DAY_MS;
    await clients().remember(ada, device);
    clock.time += 400 * DAY_MS - 1;
    await clients().forget();
    expect(await knows(company.associate.email, device)).toBe('device');
    clock.time += 2;
    expect(await knows(company.associate.email, device), 'before it is deleted').toBe(null);
    expect(await clients().forget()).toBeGreaterThan(0);
  });
});
