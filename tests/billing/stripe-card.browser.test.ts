import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumOfTests, openBrowser, type Person } from '#tests/support/browser/chromium.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { proveRegistrant } from './proven-registrant.ts';
import { FAKE_KEYS, type StripeFake, startStripeFake } from './stripe-fake/stripe-fake.ts';
import { serveStripeJs } from './stripe-fake/stripe-js.ts';

let stripe: StripeFake;
let program: TestProgram;
beforeAll(async () => {
  stripe = await startStripeFake({ now: new Date() });
  program = await startTestProgram({ payments: { kind: 'stripe', ...FAKE_KEYS, apiBase: stripe.url } });
});
afterAll(async () => {
  await program.stop();
  await stripe.close();
});

/** A tall window without scrolling: right after a scroll, clicks still go to the old position of Stripe's frame. */
const TALL = { height: 1400 };

const GOOD = '4242 4242 4242 4242';
/** Of another company: a card has one trial. */
const OTHER = '5555 5555 5555 4444';
const DECLINED = '4000 0000 0000 0002';
/** The bank accepts the card, then declines the first charge. */
const NEVER_PAYS = '4000 0000 0000 0341';

const cardNumber = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number');
/** Waits until the page has the input: the frame is a process of its own. */
async function enter(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number);
  await expect.poll(() => page.evaluate('globalThis.stripeHeard')).toBe(number);
}
const lookOf = (page: Page, token: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), token);
const stripeLook = (page: Page) => page.evaluate<Record<string, string>>('globalThis.stripeLook.variables');

/** Records the requests of this browser to our server. */
function sentToUs({ page }: Person): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(program.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  return sent;
}

/** No card number may reach our server, and the browser must not report violations of the content policy. */
function expectQuiet({ complaints }: Person, sent: readonly string[]): void {
  const numbers = [GOOD, DECLINED, NEVER_PAYS].map((number) => number.replaceAll(' ', ''));
  const digits = sent.map((request) => decodeURIComponent(request).replaceAll(/[\s+-]/g, ''));
  // Search for most of the number: a few digits occur in many ids.
  for (const number of numbers)
    expect(digits.filter((request) => request.includes(number.slice(0, 12)))).toEqual([]);
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
}

test('card data goes only to Stripe: declined, then accepted, canceled, and accepted again', {
  tags: ['spec-2.9', 'spec-2.10', 'spec-2.55', 'spec-7.62', 'spec-8.30', 'spec-8.31'],
}, async () => {
  const person = await openBrowser(await chromiumOfTests(), program.url, TALL);
  const { page } = person;
  const sent = sentToUs(person);
  const others = new Set(stripe.state.subscriptions.keys());
  const ownStates = () =>
    [...stripe.state.subscriptions].filter(([id]) => !others.has(id)).map(([, { status }]) => status);
  const { confirmed } = await serveStripeJs(page);
  const { companyId } = await proveRegistrant(page, program.core.database.owner);
  await page.goto('/subscription');
  await enter(page, DECLINED);
  await expect.poll(async () => (await stripeLook(page)).colorPrimary).toBe(await lookOf(page, '--accent'));
  await page.getByRole('button', { name: 'Register' }).click();
  const banner = page.getByRole('alert');
  await banner
    .getByText('Registration failed. Please ensure all the information provided are correct.')
    .waitFor();
  await banner.getByText('Your card was declined.').waitFor();
  expect(ownStates()).toEqual([]);

  // Our server is away after the card was entered: the page does not ask for the card again.
  await page.route('**/api/registration/save-subscription', (route) => route.abort());
  await enter(page, GOOD);
  await page.getByRole('button', { name: 'Register' }).click();
  await banner.getByText('Something went wrong.', { exact: true }).waitFor();
  await page.unroute('**/api/registration/save-subscription');
  await expectMessageBeforeLeaving(
    page,
    'Registration complete. You will be redirected to the dashboard page',
    () => page.getByRole('button', { name: 'Register' }).click(),
  );
  await page.waitForURL('**/layout/dashboard');
  await page.getByText('Hello, Grace').waitFor();
  expect(confirmed).toHaveLength(1);
  expect(ownStates()).toEqual(['trialing']);

  await page.goto('/layout/company-profile');
  await page.getByTestId('subscription-status').getByText('trialing').waitFor();
  expect(await page.getByText('Sandbox').count()).toBe(0);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Subcription canceled successfully').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Update' }).click();
  await enter(page, NEVER_PAYS);
  await expect
    .poll(async () => (await stripeLook(page)).colorBackground === (await lookOf(page, '--surface')))
    .toBe(true);
  await page.getByRole('button', { name: 'Update' }).click();
  await banner.getByText('update failed. Please ensure all the information provided are correct.').waitFor();
  // A new entry, with empty fields.
  await expect.poll(() => cardNumber(page).inputValue()).toBe('');
  await enter(page, GOOD);
  await expectMessageBeforeLeaving(
    page,
    'Subscription updated. You will be redirected to the dashboard',
    () => page.getByRole('button', { name: 'Update' }).click(),
  );
  await page.waitForURL('**/layout/dashboard');
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  expect(new Set(confirmed).size).toBe(3);
  expect((await program.core.store.read(`subscription-${companyId}`)).map(({ type }) => type)).toEqual([
    'SubscriptionStarted',
    'SubscriptionCanceled',
    'SubscriptionStarted',
    'SubscriptionReceiptIssued',
  ]);
  expectQuiet(person, sent);
  await person.context.close();
});

test('without Stripe’s script the page says so, and can retry', async () => {
  const person = await openBrowser(await chromiumOfTests(), program.url, TALL);
  const { page } = person;
  await proveRegistrant(page, program.core.database.owner);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.goto('/subscription');
  await page.getByText('The card form of our payment provider, Stripe, could not be loaded.').waitFor();
  await page.unrouteAll();
  await serveStripeJs(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await enter(page, OTHER);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/layout/dashboard');
  await person.context.close();
});
