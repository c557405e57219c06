import { beforeAll, expect, it } from 'vitest';
import type { OutsideClient } from './outside-client.ts';
import {
  DECLINED_CARD,
  GOOD_CARD,
  OWNER_PASSWORD,
  STAFF_PASSWORD,
  type StoryCompany,
} from './story-company.ts';
import { signedIn } from './story-world.ts';

const NEVER_PAYS = 'pm_card_chargeCustomerFail';

/** From the end of the trial to the renewal; the company has four employees. */
export function paying(company: StoryCompany): void {
  let ada: OutsideClient;
  beforeAll(async () => {
    ada = await signedIn(company.run, company.staff[0], STAFF_PASSWORD);
  });

  const card = (paymentMethodId: string) => ({ body: { paymentMethodId } });
  const receiptComes = async () => {
    const { subject, text } = await company.nextMail();
    expect(subject).toBe('Your Tallyboard receipt');
    expect(text).toContain('$190.00 CAD');
  };
  const worksAgain = () =>
    expect.poll(async () => (await ada.call('GET /sales/getsales/all')).status).toBe(200);

  if (company.payments.movesMail) {
    it('is reminded two days before the trial ends', { tags: ['decision-1.19'] }, async () => {
      await company.daysPass(5.5);
      const reminder = await company.nextMail();
      expect(reminder.subject).toBe('Your Tallyboard trial ends in two days');
      expect(reminder.text).toContain('$190.00 CAD a month, for 4 registered employees');
      await expect.poll(company.profile).toMatchObject({ status: 'trialing' });
    });
  }

  it('goes on while the first bill is unpaid, and is notified', {
    tags: ['spec-1.1', 'spec-8.20'],
  }, async () => {
    expect(await company.me().done('POST /companies/save-subscription', card(NEVER_PAYS))).toMatchObject({
      message: 'Subscription updated. You will be redirected to the dashboard',
    });
    await company.daysPass(company.payments.movesMail ? 2 : 7.5);
    await expect.poll(company.profile).toMatchObject({ status: 'past_due', subscriptionIsActive: true });
    const failed = await company.nextMail();
    expect(failed.subject).toBe('Your Tallyboard payment failed');
    // The bill of the provider: its seats have followed.
    expect(failed.text).toContain('$190.00');
    await ada.list('GET /sales/getsales/all');
  });

  it('pays the bill with another card, and fails again a month later', {
    tags: ['spec-7.51', 'spec-8.20'],
  }, async () => {
    expect(await company.me().refused('POST /companies/save-subscription', card(DECLINED_CARD))).toEqual([
      400,
      'update failed. Please ensure all the information provided are correct.',
    ]);
    await company.me().done('POST /companies/save-subscription', card(GOOD_CARD));
    await expect.poll(company.profile).toMatchObject({ status: 'active', subscriptionIsActive: true });
    await receiptComes();
    await company.me().done('POST /companies/save-subscription', card(NEVER_PAYS));
    await company.daysPass(32);
    await expect.poll(company.profile).toMatchObject({ status: 'past_due' });
    expect((await company.nextMail()).subject).toBe('Your Tallyboard payment failed');
  });

  it('becomes inactive when the bill stays unpaid; the program leads employees to the reason', {
    tags: ['spec-4.5', 'spec-7.52'],
  }, async () => {
    await company.daysPass(8);
    await expect.poll(company.profile).toMatchObject({ status: 'canceled', subscriptionIsActive: false });
    const gone = await company.nextMail();
    expect(gone.subject).toBe('Your Tallyboard subscription is canceled');
    expect(gone.text).toContain('because its payments failed');
    const inactive = {
      status: 402,
      body: { message: 'Invalid Subscription Status', error: 'subscriptionInactive' },
    };
    for (const person of [company.me(), ada]) {
      const answer = async () => {
        const { status, body } = await person.call('GET /sales/getsales/all');
        return { status, body };
      };
      await expect.poll(answer).toEqual(inactive);
      await expect
        .poll(async () => (await person.done('GET /employees/getemployee')).subscriptionIsActive)
        .toBe(false);
      const [own] = await person.list('GET /employees/getemployee');
      expect(own).toMatchObject({ company_id: company.id });
      expect(await person.done('GET /companies/get-subscription-status/{id}', { id: company.id })).toEqual({
        subscriptionIsActive: false,
        status: 'canceled',
      });
      expect(await person.done('GET /employees/is-logged-in')).toMatchObject({ isLoggedIn: true });
    }
    // This also holds for new sign-ins; and signing out is always allowed.
    const bo = await signedIn(company.run, company.staff[1], STAFF_PASSWORD);
    expect((await bo.call('GET /campaigns/getcampaigns/all')).status).toBe(402);
    await bo.done('DELETE /logout');
  });

  it('updates the card, and is active again, without a second trial', {
    tags: ['spec-4.5', 'spec-7.50'],
  }, async () => {
    const save = 'POST /companies/save-subscription';
    expect((await company.me().done('POST /companies/create-setup-intent')).clientSecret).toMatch(/^seti_/);
    expect((await company.me().refused(save, card(DECLINED_CARD)))[0]).toBe(400);
    await expect.poll(company.profile).toMatchObject({ status: 'canceled' });
    expect(await company.me().done(save, card(GOOD_CARD))).toMatchObject({ subscriptionIsActive: true });
    // A company that has paid has access at once, in every process.
    await company.me().list('GET /sales/getsales/all');
    for (const _ of ['here', 'there'])
      expect(await company.me().done('GET /employees/getemployee')).toMatchObject({
        subscriptionIsActive: true,
      });
    await expect
      .poll(company.profile)
      .toMatchObject({ status: 'active', trial_ends_at: null, monthly_charge: 190 });
    await receiptComes();
    await worksAgain();
  });

  it('cancels in the middle of the month, which ends the subscription at once and refunds the unused days', {
    tags: ['spec-4.4', 'spec-7.53', 'spec-8.23', 'spec-9.6', 'decision-5.5'],
  }, async () => {
    await company.daysPass(15);
    // The session began weeks ago: a sign-in proves again whose it is.
    const signIn = { username: company.email, password: OWNER_PASSWORD };
    await company.me().done('POST /login', { body: signIn });
    const cancel = 'DELETE /companies/cancel-subscription';
    for (const _ of ['once', 'twice'])
      expect(await company.me().done(cancel)).toEqual({
        message: 'Subcription canceled successfully',
        status: 'canceled',
      });
    await expect.poll(company.profile).toMatchObject({
      ...{ status: 'canceled', subscriptionIsActive: false, next_billing_date: null },
    });
    const mails = await company.nextMails(2);
    const textOf = (subject: string): string => mails.find((mail) => mail.subject === subject)?.text ?? '';
    const text = textOf('Your Tallyboard subscription is canceled');
    const refund = Number(/Refund for unused days\D+(\d+\.\d\d)/.exec(text)?.[1]);
    expect(textOf('Your Tallyboard refund')).toContain(`$${refund.toFixed(2)} CAD`);
    // 15 of 28 to 31 days are used.
    expect(refund).toBeGreaterThan((190 * 12.9) / 28);
    expect(refund).toBeLessThan((190 * 16.1) / 31);
    await expect.poll(async () => (await ada.call('GET /sales/getsales/all')).status).toBe(402);
  });

  it('renews, and has everything as before', { tags: ['spec-4.5'] }, async () => {
    await company.me().done('POST /companies/create-setup-intent');
    await company.me().done('POST /companies/save-subscription', card(GOOD_CARD));
    await expect.poll(company.profile).toMatchObject({
      ...{ status: 'active', subscriptionIsActive: true, trial_ends_at: null },
      ...{ employee_count: 4, monthly_charge: 190, next_billing_date: expect.any(String) },
    });
    await receiptComes();
    await worksAgain();
    expect(await company.me().list('GET /employees/getemployees/all')).toHaveLength(4);
  });

  it('got one mail at each step, and none twice', async () => {
    // Until the receipt of the next month every mail still on its way has arrived.
    await company.daysPass(32);
    await receiptComes();
    await expect.poll(company.profile).toMatchObject({ status: 'active' });
    const subjects = await company.mail().subjects();
    expect(subjects.slice(0, 2).every((subject) => /code/.test(subject))).toBe(true);
    const isReceipt = (subject: string) => /receipt|refund/.test(subject);
    expect(subjects.filter(isReceipt)).toHaveLength(5);
    expect(subjects.slice(2).filter((subject) => !isReceipt(subject))).toEqual([
      'Welcome to Tallyboard',
      ...(company.payments.movesMail ? ['Your Tallyboard trial ends in two days'] : []),
      'Your Tallyboard payment failed',
      'Your Tallyboard payment failed',
      'Your Tallyboard subscription is canceled',
      'Your Tallyboard subscription is canceled',
    ]);
  });
}
