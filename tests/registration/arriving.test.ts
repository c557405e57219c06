import { describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { superEmployeeOf } from '#services/registration/registration-steps.ts';
import { mailedCode } from '#tests/auth/mailed-code.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { unlimited } from './code-source.ts';
import { CHOSEN, DECLINED_CARD, formOf, registrant } from './registration-world.ts';

const api = apiWorld({ limits: unlimited });

const signIn = (email: string, password = CHOSEN) =>
  api.client().post('/login', { username: email, password, tz: 'America/Toronto' });
const typesOf = async (stream: string) => (await api.store.read(stream)).map(({ type }) => type);

describe.each([
  ['forms', false],
  ['JSON', true],
])('a company that registers by %s', (_, asJson) => {
  it('registers, proves its email, gives a card and signs in, and its dashboard works at once', {
    tags: [
      'spec-3.19',
      'spec-7.54',
      'spec-7.55',
      'spec-7.56',
      'spec-7.57',
      'spec-7.58',
      'spec-7.59',
      'spec-7.60',
      'spec-7.61',
      'decision-1.4',
      'decision-5.4',
    ],
  }, async () => {
    const grace = registrant(api.client(), api.pool, asJson);
    expect((await grace.client.get('/registration/config')).body).toEqual({
      publishableKey: 'pk_sandbox',
      provider: 'sandbox',
    });
    const form = formOf();
    const email = form.email;
    const registered = await grace.register({ ...form, email: ` ${email.toUpperCase()} ` });
    expect(registered.body).toEqual({
      status: 'registered',
      message: expect.any(String),
      companyId: expect.any(String),
      companyExists: false,
      employeeExists: false,
    });
    const { companyId } = registered.body;
    const company = { companyId, companyName: form.companyName, email };
    // No account exists before the email is proven.
    expect((await signIn(email)).body).toEqual({ message: messages.failedLogin, error: 'failedLogin' });
    expect((await grace.save(company)).status).toBe(401);

    const asked = await grace.confirm(email);
    expect(asked).toMatchObject({ status: 200, body: { message: 'OTP sent to your email' } });
    const again = await grace.resend(email);
    expect(again.body.otpId).not.toBe(asked.body.otpId);
    const code = await mailedCode(api.pool, again.body.otpId);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await grace.verify(again.body.otpId, wrong)).toMatchObject({
      status: 400,
      body: { message: 'Wrong passcode.' },
    });
    const proven = await grace.verify(again.body.otpId, code);
    expect(proven.body).toEqual({ message: expect.any(String), next: 'card' });
    expect(grace.client.cookies.has('tb_registrant'), 'it has done its work').toBe(false);
    expect(proven.headers.getSetCookie().find((line) => line.startsWith('tb_registration='))).toMatch(
      /Max-Age=600; HttpOnly; SameSite=Lax$/,
    );

    expect((await grace.intend(company)).body.clientSecret).toMatch(/^seti_.+_secret_.+/);
    expect(await grace.save(company, DECLINED_CARD)).toMatchObject({
      status: 400,
      body: { message: messages.saveSubscriptionRefused },
    });
    expect(await grace.save(company)).toMatchObject({
      status: 200,
      body: { message: messages.registrationComplete, subscriptionIsActive: true },
    });
    expect(await grace.comeIn(email)).toMatchObject({ status: 200, body: { isLoggedIn: true } });

    const { body: me } = await grace.client.get('/employees/getemployee');
    expect(me).toMatchObject({ subscriptionIsActive: true });
    expect(me.requestedData.at(-1)).toMatchObject({
      ...{ first_name: 'Grace', last_name: 'Hopper', email, company_id: companyId },
      ...{ employee_role: 'manager', employee_type: 'super employee', emp_campaign_id: null },
      login_time: expect.any(String),
    });
    const today = me.requestedData.at(-1).login_time.slice(0, 10);
    for (const read of [
      '/logs/getchartdata',
      `/logs/getlogsdaily/${today}`,
      '/goals/getgoals/all',
      '/campaigns/getcampaigns/all',
      '/sales/getsales/all',
    ]) {
      expect({ read, status: (await grace.client.get(read)).status }).toEqual({ read, status: 200 });
    }
    expect((await grace.client.get('/companies/get-company')).body.requestedData).toMatchObject([
      { company_name: form.companyName, status: 'trialing', employee_count: 1, monthly_charge: 160 },
    ]);
    // The chosen password works.
    expect((await signIn(email)).status).toBe(200);
  });
});

it('stores no personal data in events before the email is proven, and no password afterwards', async () => {
  const ada = registrant(api.client(), api.pool);
  const form = formOf({ firstName: 'Ada Augusta' });
  const { companyId } = (await ada.register(form)).body;
  expect(await typesOf(`company-${companyId}`)).toEqual(['CompanyRegistered']);
  expect(await typesOf(`structure-${companyId}`)).toEqual([]);
  const before = JSON.stringify(await api.store.read(`company-${companyId}`));
  for (const personal of [form.email, 'Ada Augusta', 'Hopper']) expect(before).not.toContain(personal);
  await ada.prove(form.email);
  expect(await typesOf(`company-${companyId}`)).toEqual(['CompanyRegistered', 'CompanyVerified']);
  expect(await typesOf(`structure-${companyId}`)).toEqual(['EmployeeAdded']);
  const events = [
    ...(await api.store.read(`company-${companyId}`)),
    ...(await api.store.read(`structure-${companyId}`)),
  ];
  expect(JSON.stringify(events)).not.toContain(CHOSEN);
  expect(JSON.stringify(events)).not.toContain('argon2id');
  const { rows } = await api.pool.query('SELECT FROM registrations WHERE company_id = $1', [companyId]);
  expect(rows).toEqual([]);
});

describe('a registrant who left after their email was proven', () => {
  it('signs in and reaches the payment step', async () => {
    const form = formOf();
    await registrant(api.client(), api.pool).arrive(form);
    const client = api.client();
    await client.post('/login', { username: form.email, password: CHOSEN });
    expect((await client.get('/sales/getsales/all')).status).toBe(402);
    const paid = await client.post('/companies/save-subscription', { paymentMethodId: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 200, body: { subscriptionIsActive: true } });
  });

  it('registers again, is notified, proves the email again and pays, with one trial in all', {
    tags: ['spec-8.21', 'decision-8.7', 'decision-8.8'],
  }, async () => {
    const form = formOf();
    const company = await registrant(api.client(), api.pool).arrive(form);
    const elsewhere = registrant(api.client(), api.pool);
    const changed = {
      ...form,
      companyName: form.companyName.toUpperCase(),
      password: 'Other.otter8',
    };
    const repeated = await elsewhere.register({ ...changed, confirmPassword: 'Other.otter8' });
    expect(repeated.body).toEqual({
      status: 'exists',
      message: 'The company already exists. You will be redirected to the subscription page',
      companyId: company.companyId,
      companyExists: true,
      employeeExists: true,
    });
    expect((await elsewhere.prove(company.email)).body.next).toBe('card');
    expect((await elsewhere.save(company)).status).toBe(200);
    expect((await elsewhere.comeIn(company.email)).status).toBe(200);
    // The first password still counts.
    expect((await signIn(company.email, 'Other.otter8')).status).toBe(401);
    expect((await signIn(company.email)).status).toBe(200);

    // Completed: the code leads to the sign-in only, and sets no cookie.
    const later = registrant(api.client(), api.pool);
    expect((await later.register(form)).body).toMatchObject({
      status: 'exists',
      companyId: company.companyId,
    });
    const proven = await later.prove(company.email);
    expect(proven.body.next).toBe('login');
    expect(later.client.cookies.has('tb_registration')).toBe(false);
    expect((await later.save(company)).status).toBe(401);
    expect((await later.comeIn(company.email)).status).toBe(401);
    expect(
      (await typesOf(`subscription-${company.companyId}`)).filter((type) => type === 'SubscriptionStarted'),
    ).toHaveLength(1);
  });
});

it('an email that the registrant no longer has signs in no more', async () => {
  const grace = registrant(api.client(), api.pool);
  const company = await grace.arrive(formOf());
  expect((await grace.save(company)).status).toBe(200);
  const { companyId } = company;
  const person = { companyId, employeeId: superEmployeeOf(companyId) };
  const email = formOf().email;
  const change = { email, employeeId: person.employeeId, requestedBy: person.employeeId };
  const moved = await api.accounts.move(person, (claim) =>
    api.commands.employees.changeEmail(contextOf(companyId), change, claim),
  );
  expect(moved.ok).toBe(true);
  expect(await grace.comeIn(company.email)).toMatchObject({ status: 401, body: { error: 'emailNotProven' } });
});
