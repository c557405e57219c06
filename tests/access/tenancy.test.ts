import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const api = apiWorld();
let ours: Company;
let theirs: Company;
let manager: HttpClient;
let associate: HttpClient;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([api.company(), api.company()]);
  manager = await api.signedIn(ours.manager);
  associate = await api.signedIn(ours.associate);
  const foreign = await api.signedIn(theirs.associate);
  const sold = await foreign.post('/sales/addsale', {
    name: 'Secret',
    campaignId: theirs.campaignId,
    price: '10',
    status: 'Closed',
  });
  await foreign.get('/sales/getsales/all');
  expect(sold.status).toBe(200);
});

describe('another company', () => {
  it.each([
    ['its sales', () => `/sales/getsales/all?employeeId=${theirs.associate.employeeId}`],
    ['its commission', () => `/sales/get-commission/${theirs.associate.employeeId}`],
    ['sales of an unknown employee', () => `/sales/getsales/all?employeeId=${newId()}`],
    ['commission of an unknown employee', () => `/sales/get-commission/${newId()}`],
  ])('does not exist: %s', { tags: ['decision-2.7'] }, async (_what, path) => {
    expect(await manager.get(path())).toMatchObject({
      status: 404,
      body: { error: 'noSuchEmployee', message: 'This employee does not exist' },
    });
  });

  it('cannot take our sales, and its campaigns are not usable by us', {
    tags: ['decision-9.13'],
  }, async () => {
    const sale = { name: 'Panels', campaignId: ours.campaignId };
    const forThem = await manager.post('/sales/addsale', {
      ...sale,
      employeeId: theirs.associate.employeeId,
    });
    expect(forThem).toMatchObject({ status: 404, body: { error: 'noSuchEmployee' } });
    const theirCampaign = await associate.post('/sales/addsale', { ...sale, campaignId: theirs.campaignId });
    expect(theirCampaign).toMatchObject({ status: 404, body: { error: 'noSuchCampaign' } });
  });

  it('appears on no billboard and in no list of ours', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const path of [
      `/logs/getlogsdaily/${today}`,
      '/campaigns/getcampaigns/all',
      '/sales/getsales/all',
    ]) {
      expect(JSON.stringify((await manager.get(path)).body)).not.toMatch(
        new RegExp(`Secret|${theirs.campaignId}|${theirs.associate.employeeId}`),
      );
    }
  });
});

describe('an associate', () => {
  it('does not see the sales and commission of colleagues', {
    tags: ['decision-2.5', 'decision-2.7'],
  }, async () => {
    const restricted = {
      status: 403,
      body: {
        error: 'restricted',
        message: 'You do not have access to this page. If this is unexpected please contact your supervisor.',
      },
    };
    const { employeeId } = ours.colleague;
    expect(await associate.get(`/sales/getsales/all?employeeId=${employeeId}`)).toMatchObject(restricted);
    expect(await associate.get(`/sales/get-commission/${employeeId}`)).toMatchObject(restricted);
    // The same wording as for a person of another company, so the answers reveal nothing.
    const foreign = theirs.associate.employeeId;
    expect(await associate.get(`/sales/get-commission/${foreign}`)).toMatchObject(restricted);
  });

  it('reads their own sales and commission by their own id', async () => {
    const { employeeId } = ours.associate;
    expect((await associate.get(`/sales/getsales/all?employeeId=${employeeId}`)).status).toBe(200);
    expect((await associate.get(`/sales/get-commission/${employeeId}`)).status).toBe(200);
  });
});

describe('a company without an active subscription', () => {
  it('is answered 402, except where its people see the reason and sign out', {
    tags: ['spec-6.5', 'decision-9.26'],
  }, async () => {
    const company = await api.company();
    const owner = await api.signedIn(company.owner);
    const { position } = await cancel(company);
    await api.progress.waitFor(position, 5000);
    await expect.poll(async () => (await owner.get('/sales/getsales/all')).status).toBe(402);
    expect((await owner.get('/campaigns/getcampaigns/all')).body).toEqual({
      message: 'Invalid Subscription Status',
      error: 'subscriptionInactive',
    });
    expect((await owner.get('/employees/is-logged-in')).body).toEqual({ isLoggedIn: true });
    expect((await owner.get('/employees/getemployee')).body).toMatchObject({ subscriptionIsActive: false });
    expect((await api.signedIn(company.associate)).cookies.size).toBeGreaterThan(0);
    expect((await owner.delete('/logout')).status).toBe(200);
  });
});

async function cancel({ companyId, owner }: Company): Promise<{ position: number }> {
  const outcome = await api.commands.subscriptions.cancelSubscription(
    {
      companyId,
      actorId: owner.employeeId,
      commandId: newId(),
      correlationId: 'test',
      origin: 'billing',
      now: new Date().toISOString(),
    },
    { refundCents: 0 },
  );
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome;
}
