import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#tests/support/browser/chromium.ts';
import { keepBrowsers } from '#tests/support/browser/kept-browsers.ts';
import { breakWrites } from '#tests/support/servers/break-database.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { leadsTo } from './leads-to.ts';

const browsers = keepBrowsers();
let program: TestProgram;
let person: Person;
beforeAll(async () => {
  program = await startTestProgram();
});
beforeEach(async () => {
  person = await browsers.open(program.url);
  return browsers.release;
});
afterAll(async () => {
  await browsers.close();
  await program.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('pricing shows two plans with their prices, and leads to registration', {
  tags: ['spec-2.11', 'spec-2.23', 'spec-2.28', 'spec-2.29', 'spec-6.13', 'decision-8.23'],
}, async () => {
  const { page, complaints } = person;
  await page.goto('/pricing');
  await page.getByRole('heading', { name: 'Choose the Perfect Plan for Your Team' }).waitFor();
  expect(await page.title()).toBe('Pricing · Tallyboard');
  const description = page.locator('meta[name="description"]');
  expect(await description.getAttribute('content')).toContain('after a free trial of 7 days');
  expect(await page.getByRole('banner').getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Log in',
  ]);
  const features = [
    '7 days free trial',
    '24/7 support',
    'Free staff training',
    'Access to built-in guides',
    'No commitment',
    'Cancel anytime',
  ];
  const standard = page.getByRole('region', { name: 'Standard Plan' });
  await standard.getByText('$10').waitFor();
  await standard.getByText('per employee').waitFor();
  expect(await standard.getByRole('listitem').allTextContents()).toEqual(features);
  await leadsTo(page, standard.getByRole('link', { name: 'Get Started' }), '/register');
  const enterprise = page.getByRole('region', { name: 'Enterprise Plan' });
  await enterprise.getByText('for over 300 employees').waitFor();
  expect(await enterprise.getByRole('listitem').allTextContents()).toEqual([...features, 'Custom pricing']);
  await leadsTo(page, enterprise.getByRole('link', { name: 'Contact Sales' }), '/register');
  await page
    .getByText('Prices in CAD. A base fee of $150 per company and month is added after the trial.')
    .waitFor();
  expect(complaints).toEqual([]);
});

const field = (page: Page, name: string) => page.getByLabel(name);
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text);

async function fillAll(page: Page): Promise<void> {
  await field(page, 'First name').fill('Ines');
  await field(page, 'Last name').fill('Duarte');
  await field(page, 'Company name').fill('Northwind Roofing');
  await field(page, 'Email').first().fill('ines@northwind.test');
  await field(page, 'Employee count').selectOption('51-100');
  await field(page, 'How can we assist?').fill('Can we bring our sales along?');
}

test('the contact form names missing fields, sends the inquiry with its consent, and is empty again', {
  tags: ['spec-2.12', 'spec-2.27', 'spec-5.31', 'spec-8.32', 'spec-9.14', 'spec-9.16'],
}, async () => {
  const { page, complaints } = person;
  await page.goto('/contact');
  await page.getByText('24/7').waitFor();
  await page.getByText('24 hours').waitFor();
  expect(await field(page, 'Employee count').locator('option').allTextContents()).toEqual([
    'Choose a range',
    '0-20',
    '21-50',
    '51-100',
    '101-500',
    '501-1000',
    '1000+',
  ]);
  await button(page, 'Submit').click();
  await alert(page, 'All input fields marked with an asterix need to be completed').waitFor();
  for (const name of ['First name', 'Last name', 'Company name', 'Employee count', 'How can we assist?'])
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
  await fillAll(page);
  await field(page, 'Email').first().fill('ines@northwind');
  await button(page, 'Submit').click();
  await alert(page, 'Please provide a valid email').waitFor();
  expect(await field(page, 'Email').first().getAttribute('aria-invalid')).toBe('true');
  expect(await field(page, 'First name').inputValue()).toBe('Ines');

  await field(page, 'Email').first().fill('ines@northwind.test');
  await page.getByRole('checkbox').check();
  await button(page, 'Submit').click();
  await page.getByRole('status').getByText('Your message was sent').waitFor();
  expect(await field(page, 'How can we assist?').inputValue()).toBe('');
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  const inquiry = async () => {
    const mails: { subject: string; text: string }[] = (await program.client().get('/dev/mailbox.json')).body;
    return mails.find(({ subject }) => subject === 'Inquiry from Northwind Roofing')?.text ?? '';
  };
  await expect.poll(inquiry).toContain('Can we bring our sales along?');
  expect(await inquiry()).toMatch(/Marketing email:? +agreed/);
  expect(complaints).toEqual([]);
});

test('the legal texts contain their promises, and have anchors', {
  tags: ['spec-2.13', 'spec-9.16'],
}, async () => {
  const { page, complaints } = person;
  await page.goto('/terms-of-use');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  for (const promise of ['Free trial of 7 days', 'Governing law', 'Cancelling and refunds'])
    await contents.getByRole('link', { name: promise }).waitFor();
  await page.getByText('the unused days of the month is refunded').waitFor();
  await page.getByText('we keep your data for six months').waitFor();
  await page.getByText('The laws of the Province of Ontario').waitFor();
  await contents.getByRole('link', { name: 'Governing law' }).click();
  await page.waitForURL('**/terms-of-use#law');
  const top = () => page.locator('#law').evaluate((clause) => clause.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(600);
  await page.goto('/privacy-policy#retention');
  await page.getByText('14 months after it was last used').waitFor();
  await page.getByText('Six months after termination').waitFor();
  await expect
    .poll(() => page.locator('#retention').evaluate((clause) => clause.getBoundingClientRect().top))
    .toBeLessThan(100);
  expect(complaints).toEqual([]);
});

test('an inquiry that could not be sent stays in the form, which says so', {
  tags: ['spec-8.32'],
}, async () => {
  const { page } = person;
  await page.goto('/contact');
  const { owner: pool } = program.core.database;
  const mend = await breakWrites(pool, { table: 'mail_outbox', event: 'INSERT', condition: 'true' });
  await fillAll(page);
  await button(page, 'Submit').click();
  await alert(page, 'Failed to send message').waitFor();
  await mend();
  expect(await field(page, 'How can we assist?').inputValue()).toBe('Can we bring our sales along?');
});

test('no text becomes a part of the page or a script, and no socket leads elsewhere', {
  tags: ['asvs-1.3.2', 'asvs-3.2.2', 'asvs-3.4.3'],
}, async () => {
  const { page } = person;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  const outcomes = await page.evaluate(async () => {
    const tried = (work: () => unknown): string => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    const stopped = new Promise<string>((stop) =>
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
        if (blockedURI.startsWith('ws')) stop(blockedURI);
      }),
    );
    new WebSocket('ws://127.0.0.1:9/');
    return {
      html: tried(() => Object.assign(document.body, { innerHTML: '<b>bold</b>' })),
      script: tried(() => Object.assign(script, { src: '/assets/other.js' })),
      code: tried(() => Object.assign(script, { text: 'alert(1)' })),
      policy: tried(() =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('mine', {}),
      ),
      emptied: tried(() => Object.assign(document.createElement('div'), { innerHTML: '' })),
      socket: await stopped,
    };
  });
  expect(outcomes).toEqual({
    ...{ html: 'TypeError', script: 'TypeError', code: 'TypeError', policy: 'TypeError' },
    ...{ emptied: 'done', socket: 'ws://127.0.0.1:9/' },
  });
});

test('the page of the API is drawn, and opens a call', async () => {
  const { page, complaints } = person;
  // Swagger UI works on the whole document before it draws the first tag.
  page.setDefaultTimeout(60_000);
  await page.goto('/api/docs/');
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByText('/api/sales/addsale', { exact: false }).first().click();
  await page.getByText('Responses', { exact: true }).first().waitFor();
  expect(complaints).toEqual([]);
});
