import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { DECLINED_CARD, GOOD_CARD } from './billing-world.ts';

/** The next month is too short for this day. */
const clock = { now: () => new Date('2026-05-31T16:00:00.000Z') };

const api = apiWorld({ clock });
let company: Company;
let owner: HttpClient;

beforeEach(async () => {
  company = await api.company();
  owner = await api.signedIn(company.owner);
});

const profile = async (browser = owner) =>
  (await browser.get('/companies/get-company')).body.requestedData[0];

describe('the profile of a company', () => {
  it('has what the screen shows, for four employees', {
    tags: ['spec-3.17', 'spec-7.48', 'spec-7.49', 'decision-5.1', 'decision-5.4'],
  }, async () => {
    expect(await profile()).toEqual({
      company_id: company.companyId,
      company_name: `Company ${company.companyId}`,
      status: 'active',
      subscriptionIsActive: true,
      trial_ends_at: null,
      next_billing_date: null,
      employee_count: 4,
      employee_count_range: '0-20',
      monthly_charge: 190,
      provider: 'sandbox',
    });
    expect((await owner.get('/companies/employee-count')).body).toEqual({ employeeCount: 4 });
  });

  it('tells employees whether their company is active, and nothing about other companies', {
    tags: ['spec-7.52', 'decision-9.11'],
  }, async () => {
    const associate = await api.signedIn(company.associate);
    const other = await api.company();
    const status = `/companies/get-subscription-status/${company.companyId}`;
    expect((await associate.get(status)).body).toEqual({ subscriptionIsActive: true, status: 'active' });
    const foreign = await associate.get(`/companies/get-subscription-status/${other.companyId}`);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'noSuchCompany' } });
    expect((await associate.get('/companies/get-company')).status).toBe(403);
  });
});

describe('a card', () => {
  it('returns the same secret for a repeated request and does not store it', {
    tags: ['spec-7.50'],
  }, async () => {
    const key = { 'idempotency-key': 'card-form-1' };
    const first = await owner.post('/companies/create-setup-intent', {}, key);
    const second = await owner.post('/companies/create-setup-intent', {}, key);
    expect(first.body.clientSecret).toMatch(/^seti_.+_secret_.+/);
    expect(second.body).toEqual(first.body);
    const { rows } = await api.pool.query(
      `SELECT FROM idempotency_keys WHERE answer::text LIKE '%' || $1 || '%'`,
      [first.body.clientSecret],
    );
    expect(rows).toEqual([]);
  });

  it('is changed by form and by JSON; a declined card changes nothing', { tags: ['spec-7.51'] }, async () => {
    const updated = { message: messages.subscriptionUpdated, subscriptionIsActive: true };
    for (const headers of [{}, AS_JSON]) {
      const saved = await owner.post('/companies/save-subscription', { paymentMethodId: GOOD_CARD }, headers);
      expect(saved).toMatchObject({ status: 200, body: updated });
      const body = { paymentMethodId: DECLINED_CARD };
      const declined = await owner.post('/companies/save-subscription', body, headers);
      expect(declined).toMatchObject({ status: 400, body: { error: 'cardUpdateFailed' } });
    }
    const history = await api.store.read(`subscription-${company.companyId}`);
    expect(history.filter(({ type }) => type === 'SubscriptionCardChanged')).toHaveLength(1);
  });

  it.each<Record<string, string>>([{}, { paymentMethodId: '' }, { paymentMethodId: '4242 4242 4242 4242' }])(
    'is refused with %j',
    async (body) => {
      expect(await owner.post('/companies/save-subscription', body)).toMatchObject({
        status: 400,
        body: { error: 'cardUpdateFailed' },
      });
    },
  );
});

describe('a cancelation', () => {
  it('takes effect once and at once; paying again restores access without a second trial', {
    tags: ['spec-7.53', 'decision-5.5'],
  }, async () => {
    const leaving = await api.company();
    const boss = await api.signedIn(leaving.owner);
    const associate = await api.signedIn(leaving.associate);
    const { campaignId } = leaving;
    const sale = { name: 'Late', price: '10', status: 'Closed', campaignId };
    expect(await associate.post('/sales/addsale', sale)).toMatchObject({ status: 200 });
    for (const _ of ['once', 'twice']) {
      expect(await boss.delete('/companies/cancel-subscription')).toMatchObject({
        status: 200,
        body: { message: messages.subscriptionCanceled, status: 'canceled' },
      });
      expect(await associate.post('/sales/addsale', sale)).toMatchObject({
        ...{ status: 402, body: { error: 'subscriptionInactive' } },
      });
    }
    expect(await profile(boss)).toMatchObject({
      ...{ status: 'canceled', subscriptionIsActive: false, next_billing_date: null },
      renewal: { charge: 190, next_billing_date: '2026-06-30' },
    });
    const { requestedData } = (await associate.get('/employees/getemployee')).body;
    expect(requestedData).toMatchObject([{ id: leaving.associate.employeeId }]);

    expect((await boss.post('/companies/save-subscription', { paymentMethodId: DECLINED_CARD })).status).toBe(
      400,
    );
    const saved = await boss.post('/companies/save-subscription', { paymentMethodId: GOOD_CARD });
    expect(saved.body).toMatchObject({ subscriptionIsActive: true });
    expect(await profile(boss)).toMatchObject({
      ...{ status: 'active', trial_ends_at: null, monthly_charge: 190 },
      next_billing_date: '2026-06-30',
    });
    expect(await profile(boss)).not.toHaveProperty('renewal');
    expect(await associate.post('/sales/addsale', sale)).toMatchObject({ status: 200 });
    const { rows } = await api.pool.query(
      `SELECT kind, cents FROM sandbox.movements m JOIN sandbox.subscriptions s ON s.id = m.subscription_id
        WHERE s.company_id = $1 ORDER BY m.id DESC LIMIT 1`,
      [leaving.companyId],
    );
    expect(rows).toEqual([{ kind: 'charge', cents: 190_00 }]);
  });
});

describe('the receipts of a company', () => {
  type Receipt = { readonly id: string };
  const receipts = async (browser = owner, query = '') =>
    (await browser.get(`/companies/receipts${query}`)).body as {
      requestedData: readonly Receipt[];
      nextCursor?: string;
    };

  it('are pages of what was paid and given back, also when it has ended', async () => {
    expect(await receipts()).toEqual({ requestedData: [] });
    await owner.delete('/companies/cancel-subscription');
    await owner.post('/companies/save-subscription', { paymentMethodId: GOOD_CARD }, AS_JSON);
    await owner.delete('/companies/cancel-subscription');
    const card = { card_brand: 'visa', card_last4: '4242', date: '2026-05-31' };
    const { requestedData } = await receipts();
    expect(requestedData).toEqual(
      expect.arrayContaining([
        {
          ...{ id: expect.stringMatching(/^in_/), kind: 'month', amount: 190, ...card },
          ...{ period_from: '2026-05-31', period_to: '2026-06-30' },
        },
        {
          ...{ id: expect.stringMatching(/^re_/), kind: 'refund', amount: -190, ...card },
          ...{ period_from: null, period_to: null },
        },
      ]),
    );
    const paged: Receipt[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await receipts(owner, `?limit=1${cursor && `&cursor=${cursor}`}`);
      expect(page.requestedData).toHaveLength(1);
      paged.push(...page.requestedData);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(requestedData);
    expect((await owner.get('/companies/receipts?cursor=x')).body.error).toBe('invalidCursor');
  });

  it('are those of the own company, for its super employee only', async () => {
    await owner.delete('/companies/cancel-subscription');
    await owner.post('/companies/save-subscription', { paymentMethodId: GOOD_CARD }, AS_JSON);
    const other = await api.company();
    expect(await receipts(await api.signedIn(other.owner))).toEqual({ requestedData: [] });
    for (const person of [company.manager, company.associate]) {
      expect((await (await api.signedIn(person)).get('/companies/receipts')).status).toBe(403);
    }
  });
});
