import { expect, it } from 'vitest';
import { anotherCode } from '#tests/auth/mailed-code.ts';
import { expectFields } from './fields.ts';
import {
  DECLINED_CARD,
  GOOD_CARD,
  OWNER_PASSWORD,
  STAFF_PASSWORD,
  type StoryCompany,
} from './story-company.ts';
import { signedIn, today } from './story-world.ts';

/** From the form to the dashboard and the first employees. */
export function arriving(company: StoryCompany): void {
  const { email } = company;
  const form = {
    ...{ firstName: 'Grace', lastName: 'Hopper', companyName: company.name, email, employeeCount: '0-20' },
    ...{ password: OWNER_PASSWORD, confirmPassword: OWNER_PASSWORD },
  };
  const registrationCard = (paymentMethodId: string) => ({
    body: { paymentMethodId, companyName: company.name, email, companyId: company.id },
  });

  it('fills in the form', { tags: ['spec-4.2', 'spec-7.54', 'spec-8.22'] }, async () => {
    const config = await company.me().done('GET /registration/config');
    expect(config).toEqual({ ...company.payments.config, mailbox: '/dev/mailbox' });
    const incomplete = { body: { ...form, lastName: '' } };
    expect(await company.me().refused('POST /registration/register-company', incomplete)).toEqual([
      400,
      'All input fields marked with an asterix need to be completed',
    ]);
    const registered = await company.me().done('POST /registration/register-company', { body: form });
    expect(registered).toMatchObject({ status: 'registered', companyExists: false, employeeExists: false });
    company.id = registered.companyId;
  });

  it('may do nothing before the email is proven', { tags: ['spec-1.2', 'spec-4.2'] }, async () => {
    const signIn = { body: { username: email, password: OWNER_PASSWORD } };
    expect(await company.me().refused('POST /login', signIn)).toEqual([401, 'Wrong email or password']);
    const save = await company.me().call('POST /registration/save-subscription', registrationCard(GOOD_CARD));
    expect(save.status).toBe(401);
    const comeIn = await company.me().call('POST /registration/login-after-registration', {
      body: { email, tz: 'UTC' },
    });
    expect(comeIn.status).toBe(401);
  });

  it('proves the email with the newest code only', {
    tags: ['spec-1.2', 'spec-4.2', 'spec-8.19'],
  }, async () => {
    const first = await company.me().done('POST /registration/confirm-email', { body: { username: email } });
    const old = { body: { otp: await company.nextCode(), id: first.otpId } };
    const second = await company.me().done('POST /registration/resend-otp', { body: { username: email } });
    expect(second.message).toBe('OTP sent to your email');
    expect(second.otpId).not.toBe(first.otpId);
    const { otpId } = second;
    const code = await company.nextCode();
    const wrong = { body: { otp: anotherCode(code), id: otpId } };
    expect(await company.me().refused('POST /registration/verify-otp', old)).toEqual([
      400,
      'Wrong passcode.',
    ]);
    expect(await company.me().refused('POST /registration/verify-otp', wrong)).toEqual([
      400,
      'Wrong passcode.',
    ]);
    const proven = await company
      .me()
      .done('POST /registration/verify-otp', { body: { otp: code, id: otpId } });
    expect(proven.next).toBe('card');
  });

  it('gives a card that is declined, then a good one, and is signed in', {
    tags: ['spec-1.1', 'spec-4.2', 'spec-8.20'],
  }, async () => {
    const intent = { body: { companyId: company.id, companyName: company.name, email } };
    const { clientSecret } = await company.me().done('POST /registration/create-setup-intent', intent);
    expect(clientSecret).toMatch(/^seti_.+_secret_.+/);
    const save = 'POST /registration/save-subscription';
    expect(await company.me().refused(save, registrationCard(DECLINED_CARD))).toEqual([
      400,
      'Something went wrong. Please contact us for further details',
    ]);
    expect(await company.me().done(save, registrationCard(GOOD_CARD))).toMatchObject({
      message: 'Registration complete. You will be redirected to the dashboard page',
    });
    await company
      .me()
      .done('POST /registration/login-after-registration', { body: { email, tz: 'America/Toronto' } });
    expect(await company.me().done('GET /employees/is-logged-in')).toMatchObject({ isLoggedIn: true });
    const welcome = await company.nextMail();
    expect(welcome.subject).toBe('Welcome to Tallyboard');
    expect(welcome.text).toContain('Free trial until');
  });

  it('has a dashboard', { tags: ['spec-4.2', 'spec-7.49', 'spec-9.3'] }, async () => {
    const { requestedData, subscriptionIsActive } = await company.me().done('GET /employees/getemployee');
    expect(subscriptionIsActive).toBe(true);
    expectFields(requestedData, 'the signed-in employee');
    expect(requestedData.at(-1)).toMatchObject({
      ...{ email, company_id: company.id, employee_type: 'super employee', employee_role: 'manager' },
    });
    for (const call of [
      'GET /logs/getchartdata',
      'GET /sales/getsales/all',
      'GET /jobaids/getjobaids',
    ] as const)
      await company.me().list(call);
    await company.me().list('GET /logs/getlogsdaily/{date}', { date: today() });
    await expect.poll(company.profile).toMatchObject({
      ...{
        company_id: company.id,
        company_name: company.name,
        status: 'trialing',
        subscriptionIsActive: true,
      },
      ...{
        employee_count: 1,
        monthly_charge: 160,
        trial_ends_at: expect.any(String),
        provider: company.payments.config.provider,
      },
    });
  });

  it('adds three employees, and the seats and the charge follow', {
    tags: ['spec-1.1', 'spec-7.48', 'spec-9.3'],
  }, async () => {
    await company
      .me()
      .done('POST /goals/addgoal', { body: { name: 'Steady', hourlySales: 1, hourlyDecisions: 0 } });
    const [goal] = await company.me().list('GET /goals/getgoals/all');
    const campaign = { name: 'Solar', commission: 10, tax: 0, goalId: goal.id, goalName: goal.name };
    await company.me().done('POST /campaigns/addcampaign', { body: campaign });
    const [{ campaign_id: campaignId }] = await company.me().list('GET /campaigns/getcampaigns/all');
    for (const [index, username] of company.staff.entries()) {
      const person = {
        ...{ firstName: 'New', lastName: 'Person', username, password: STAFF_PASSWORD },
        ...{ employeeRole: 'sales associate', employeeNumber: `${index + 1}`, campaignId },
      };
      await company.me().done('POST /employees/addemployee', { body: person });
      expect(await company.me().done('GET /companies/employee-count')).toEqual({ employeeCount: index + 2 });
      await expect.poll(company.profile).toMatchObject({ monthly_charge: 160 + 10 * (index + 1) });
    }
    const ada = await signedIn(company.run, company.staff[0], STAFF_PASSWORD);
    for (const call of ['GET /companies/get-company', 'GET /companies/employee-count'] as const)
      expect((await ada.call(call)).status).toBe(403);
  });
}
