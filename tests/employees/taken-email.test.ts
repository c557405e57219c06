import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, it, vi } from 'vitest';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';

/** What the tests hash with. */
const hashes = vi.spyOn(crypto, 'argon2Sync');
syncBuiltinESMExports();
afterAll(() => {
  hashes.mockRestore();
  syncBuiltinESMExports();
});

const api = apiWorld();

it('a new employee whose email is taken is refused without a hash of the password', async () => {
  const { manager, colleague, campaignId } = await api.company();
  const browser = await api.signedIn(manager);
  const add = async (username: string, campaign = campaignId) => {
    hashes.mockClear();
    const form = {
      firstName: 'Ann',
      lastName: 'Hill',
      username,
      password: 'k3Jd82hQpz',
      campaignId: campaign,
    };
    const more = { employeeNumber: '77', employeeRole: 'sales associate' };
    const { status, body } = await browser.post('/employees/addemployee', { ...form, ...more });
    return { status, error: body.error, hashes: hashes.mock.calls.length };
  };
  expect(await add(colleague.email.toUpperCase())).toEqual({ status: 409, error: 'emailTaken', hashes: 0 });
  expect(await add(colleague.email, 'no-such'), 'in the usual order').toMatchObject({
    error: 'noSuchCampaign',
  });
  expect(await add('ann.hill@example.test')).toEqual({ status: 200, error: undefined, hashes: 1 });
});
