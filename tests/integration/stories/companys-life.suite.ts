import { beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { anotherCode } from '#tests/support/mailed-code.ts';
import { expectFields } from './fields.ts';
import { type MailReader, mailReader } from './mail-reader.ts';
import type { Body, OutsideClient } from './outside-client.ts';
import { client, PATIENCE, type Place, signedIn, type Telling, today } from './story-world.ts';

const GOOD_CARD = 'pm_card_visa';
const DECLINED_CARD = 'pm_card_chargeDeclined';
const NEVER_PAYS = 'pm_card_chargeCustomerFail';
const PASSWORD = 'Quiet.otter7';
const STAFF_PASSWORD = 'aB3dE5gH7j';

/** A company arrives, tries, pays, fails, comes back, leaves and renews. Mail is read where people read it. */
export function companysLife(telling: Telling<Place>): void {
  const id = newId();
  const email = `grace.${id}@example.test`;
  const companyName = `Hopper & Daughters ${id}`;
  const staff = ['ada', 'bo', 'cy'].map((name) => `${name}.${id}@example.test`);
  const form = {
    ...{ firstName: 'Grace', lastName: 'Hopper', companyName, email, employeeCount: '0-20' },
    ...{ password: PASSWORD, confirmPassword: PASSWORD },
  };
  let me: OutsideClient;
  let ada: OutsideClient;
  let mail: MailReader;
  let companyId: string;
  let otpId: string;
  let code: string;

  beforeAll(() => {
    me = client(telling);
    mail = mailReader(telling.world().urls[0] ?? '', email);
  });

  const company = async (): Promise<Body> => (await me.list('GET /companies/get-company'))[0];
  const card = (paymentMethodId: string) => ({ body: { paymentMethodId } });
  const registrationCard = (paymentMethodId: string) => ({
    body: { paymentMethodId, companyName, email, companyId },
  });
  const worksAgain = () =>
    expect.poll(async () => (await ada.call('GET /sales/getsales/all')).status, PATIENCE).toBe(200);

  it('fills in the form', async () => {
    const config = await me.done('GET /registration/config');
    expect(config).toEqual({ publishableKey: 'pk_sandbox', provider: 'sandbox' });
    const incomplete = { body: { ...form, lastName: '' } };
    expect(await me.refused('POST /registration/register-company', incomplete)).toEqual([
      400,
      'All input fields marked with an asterix need to be completed',
    ]);
    const registered = await me.done('POST /registration/register-company', { body: form });
    expect(registered).toMatchObject({ status: 'registered', companyExists: false, employeeExists: false });
    companyId = registered.companyId;
  });

  it('may do nothing before the email is proven', async () => {
    const signIn = { body: { username: email, password: PASSWORD } };
    expect(await me.refused('POST /login', signIn)).toEqual([401, 'Wrong email or password']);
    const save = await me.call('POST /registration/save-subscription', registrationCard(GOOD_CARD));
    expect(save.status).toBe(401);
    const comeIn = await me.call('POST /registration/login-after-registration', {
      body: { email, tz: 'UTC' },
    });
    expect(comeIn.status).toBe(401);
  });

  it('proves the email by the newest code alone', async () => {
    const first = await me.done('POST /registration/confirm-email', { body: { username: email } });
    const old = { body: { otp: await mail.code(1), id: first.otpId } };
    const second = await me.done('POST /registration/resend-otp', { body: { username: email } });
    expect(second.message).toBe('OTP sent to your email');
    expect(second.otpId).not.toBe(first.otpId);
    otpId = second.otpId;
    code = await mail.code(2);
    const wrong = { body: { otp: anotherCode(code), id: otpId } };
    expect(await me.refused('POST /registration/verify-otp', old)).toEqual([400, 'Wrong passcode.']);
    expect(await me.refused('POST /registration/verify-otp', wrong)).toEqual([400, 'Wrong passcode.']);
    const proven = await me.done('POST /registration/verify-otp', { body: { otp: code, id: otpId } });
    expect(proven.next).toBe('card');
  });

  it('gives a card that is declined, then one that is good, and is in', async () => {
    const intent = { body: { companyId, companyName, email } };
    const { clientSecret } = await me.done('POST /registration/create-setup-intent', intent);
    expect(clientSecret).toMatch(/^seti_.+_secret_.+/);
    const save = 'POST /registration/save-subscription';
    expect(await me.refused(save, registrationCard(DECLINED_CARD))).toEqual([
      400,
      'Something went wrong. Please contact us for further details',
    ]);
    expect(await me.done(save, registrationCard(GOOD_CARD))).toMatchObject({
      message: 'Registration complete. You will be redirected to the dashboard page',
    });
    await me.done('POST /registration/login-after-registration', { body: { email, tz: 'America/Toronto' } });
    expect(await me.done('GET /employees/is-logged-in')).toMatchObject({ isLoggedIn: true });
    const welcome = await mail.letter(3);
    expect(welcome.subject).toBe('Welcome to Tallyboard');
    expect(welcome.text).toContain('Free trial until');
  });

  it('has a dashboard', async () => {
    const { requestedData, subscriptionIsActive } = await me.done('GET /employees/getemployee');
    expect(subscriptionIsActive).toBe(true);
    expectFields(requestedData, 'the employee himself');
    expect(requestedData.at(-1)).toMatchObject({
      ...{ email, company_id: companyId, employee_type: 'super employee', employee_role: 'manager' },
    });
    for (const call of [
      'GET /logs/getchartdata',
      'GET /sales/getsales/all',
      'GET /jobaids/getjobaids',
    ] as const)
      await me.list(call);
    await me.list('GET /logs/getlogsdaily/{date}', { date: today() });
    expect(await company()).toMatchObject({
      ...{ company_id: companyId, company_name: companyName, status: 'trialing', subscriptionIsActive: true },
      ...{ employee_count: 1, monthly_charge: 160, trial_ends_at: expect.any(String), provider: 'sandbox' },
    });
  });

  it('adds three employees, and the seats and the charge follow', async () => {
    await me.done('POST /goals/addgoal', { body: { name: 'Steady', hourlySales: 1, hourlyDecisions: 0 } });
    const [goal] = await me.list('GET /goals/getgoals/all');
    const campaign = { name: 'Solar', commission: 10, tax: 0, goalId: goal.id, goalName: goal.name };
    await me.done('POST /campaigns/addcampaign', { body: campaign });
    const [{ campaign_id: campaignId }] = await me.list('GET /campaigns/getcampaigns/all');
    for (const [index, username] of staff.entries()) {
      const person = {
        ...{ firstName: 'New', lastName: 'Person', username, password: STAFF_PASSWORD },
        ...{ employeeRole: 'sales associate', employeeNumber: `${index + 1}`, campaignId },
      };
      await me.done('POST /employees/addemployee', { body: person });
      expect(await me.done('GET /companies/employee-count')).toEqual({ employeeCount: index + 2 });
      expect(await company()).toMatchObject({ monthly_charge: 160 + 10 * (index + 1) });
    }
    ada = await signedIn(telling, staff[0], STAFF_PASSWORD);
    for (const call of ['GET /companies/get-company', 'GET /companies/employee-count'] as const)
      expect((await ada.call(call)).status).toBe(403);
  });

  it('is told two days before the trial ends', async () => {
    await daysPass(5.5);
    const reminder = await mail.letter(4);
    expect(reminder.subject).toBe('Your Tallyboard trial ends in two days');
    expect(reminder.text).toContain('$190.00 CAD a month, for 4 registered employees');
    expect(await company()).toMatchObject({ status: 'trialing' });
  });

  it('goes on while the first bill is not paid, and is told', async () => {
    expect(await me.done('POST /companies/save-subscription', card(NEVER_PAYS))).toMatchObject({
      message: 'Subscription updated. You will be redirected to the dashboard',
    });
    await daysPass(2);
    expect(await company()).toMatchObject({ status: 'past_due', subscriptionIsActive: true });
    const failed = await mail.letter(5);
    expect(failed.subject).toBe('Your Tallyboard payment failed');
    // What the provider asks for: its seats have followed.
    expect(failed.text).toContain('$190.00');
    await ada.list('GET /sales/getsales/all');
  });

  it('pays the bill with another card, and fails again a month later', async () => {
    expect(await me.refused('POST /companies/save-subscription', card(DECLINED_CARD))).toEqual([
      400,
      'update failed. Please ensure all the information provided are correct.',
    ]);
    await me.done('POST /companies/save-subscription', card(GOOD_CARD));
    expect(await company()).toMatchObject({ status: 'active', subscriptionIsActive: true });
    await me.done('POST /companies/save-subscription', card(NEVER_PAYS));
    await daysPass(32);
    expect(await company()).toMatchObject({ status: 'past_due' });
    expect((await mail.letter(6)).subject).toBe('Your Tallyboard payment failed');
  });

  it('becomes inactive when the bill stays unpaid; the program knows where to lead people', async () => {
    await daysPass(8);
    expect(await company()).toMatchObject({ status: 'canceled', subscriptionIsActive: false });
    const gone = await mail.letter(7);
    expect(gone.subject).toBe('Your Tallyboard subscription is canceled');
    expect(gone.text).toContain('because its payments failed');
    const inactive = {
      status: 402,
      body: { message: 'Invalid Subscription Status', error: 'subscriptionInactive' },
    };
    for (const person of [me, ada]) {
      const answer = async () => {
        const { status, body } = await person.call('GET /sales/getsales/all');
        return { status, body };
      };
      await expect.poll(answer, PATIENCE).toEqual(inactive);
      await expect
        .poll(async () => (await person.done('GET /employees/getemployee')).subscriptionIsActive, PATIENCE)
        .toBe(false);
      const [himself] = await person.list('GET /employees/getemployee');
      expect(himself).toMatchObject({ company_id: companyId });
      expect(await person.done('GET /companies/get-subscription-status/{id}', { id: companyId })).toEqual({
        subscriptionIsActive: false,
        status: 'canceled',
      });
      expect(await person.done('GET /employees/is-logged-in')).toMatchObject({ isLoggedIn: true });
    }
    // Also for who signs in now; and leaving is always allowed.
    const bo = await signedIn(telling, staff[1], STAFF_PASSWORD);
    expect((await bo.call('GET /campaigns/getcampaigns/all')).status).toBe(402);
    await bo.done('DELETE /logout');
  });

  it('updates the card, and is active again, without a second trial', async () => {
    const save = 'POST /companies/save-subscription';
    expect((await me.done('POST /companies/create-setup-intent')).clientSecret).toMatch(/^seti_/);
    expect((await me.refused(save, card(DECLINED_CARD)))[0]).toBe(400);
    expect(await company()).toMatchObject({ status: 'canceled' });
    expect(await me.done(save, card(GOOD_CARD))).toMatchObject({ subscriptionIsActive: true });
    // Who has paid is let in at once, whichever process he asks.
    await me.list('GET /sales/getsales/all');
    for (const _ of ['here', 'there'])
      expect(await me.done('GET /employees/getemployee')).toMatchObject({ subscriptionIsActive: true });
    expect(await company()).toMatchObject({ status: 'active', trial_ends_at: null, monthly_charge: 190 });
    await worksAgain();
  });

  it('cancels in the middle of the month, which ends it at once and refunds the unused days', async () => {
    await daysPass(15);
    const cancel = 'DELETE /companies/cancel-subscription';
    for (const _ of ['once', 'twice'])
      expect(await me.done(cancel)).toEqual({
        message: 'Subcription canceled successfully',
        status: 'canceled',
      });
    expect(await company()).toMatchObject({
      ...{ status: 'canceled', subscriptionIsActive: false, next_billing_date: null },
    });
    const { subject, text } = await mail.letter(8);
    expect(subject).toBe('Your Tallyboard subscription is canceled');
    const refund = Number(/Refund for unused days\D+(\d+\.\d\d)/.exec(text)?.[1]);
    // 15 of 28 to 31 days are used.
    expect(refund).toBeGreaterThan((190 * 12.9) / 28);
    expect(refund).toBeLessThan((190 * 16.1) / 31);
    await expect.poll(async () => (await ada.call('GET /sales/getsales/all')).status, PATIENCE).toBe(402);
  });

  it('renews, and everything is as it was', async () => {
    await me.done('POST /companies/create-setup-intent');
    await me.done('POST /companies/save-subscription', card(GOOD_CARD));
    expect(await company()).toMatchObject({
      ...{ status: 'active', subscriptionIsActive: true, trial_ends_at: null },
      ...{ employee_count: 4, monthly_charge: 190, next_billing_date: expect.any(String) },
    });
    await worksAgain();
    expect(await me.list('GET /employees/getemployees/all')).toHaveLength(4);
  });

  it('got a letter at each step, and none twice', async () => {
    // A month that is paid is no news; by then whatever was still on its way has come.
    await daysPass(32);
    expect(await company()).toMatchObject({ status: 'active' });
    const subjects = await mail.subjects();
    expect(subjects.slice(0, 2).every((subject) => /code/.test(subject))).toBe(true);
    expect(subjects.slice(2)).toEqual([
      'Welcome to Tallyboard',
      'Your Tallyboard trial ends in two days',
      'Your Tallyboard payment failed',
      'Your Tallyboard payment failed',
      'Your Tallyboard subscription is canceled',
      'Your Tallyboard subscription is canceled',
    ]);
  });

  /** The time of this company's payments moves on. */
  async function daysPass(days: number): Promise<void> {
    expect(await me.development('/dev/payments/advance', { days })).toBe(200);
  }
}
