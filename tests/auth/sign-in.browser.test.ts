import type { Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { breakWrites } from '#tests/support/servers/break-database.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';

const HOUR_MS = 3_600_000;
const world = browserWorld();
const someEmail = () => world.people[0]?.email ?? '';

describe('signing in', () => {
  test('says what is wrong, keeps the input, and signs in with the right password', {
    tags: [
      'asvs-6.2.6',
      'spec-2.2',
      'spec-2.59',
      'spec-2.60',
      'spec-4.7',
      'spec-4.8',
      'spec-5.28',
      'spec-8.24',
      'spec-8.26',
      'spec-8.37',
    ],
  }, async () => {
    const { page, complaints } = await world.open();
    await page.goto('/login');
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password', { exact: true });
    const banner = page.getByRole('alert');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);

    await email.fill('not an address');
    await page.keyboard.press('Enter');
    await banner.getByText('invalid email').waitFor();
    await banner.getByText('Please correct the following errors').waitFor();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    expect(complaints).toEqual([]);

    await email.fill(someEmail());
    await password.fill('Wrong-pass1');
    await page.keyboard.press('Enter');
    await banner.getByText('Wrong email or password').waitFor();
    expect(await email.inputValue()).toBe(someEmail());
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Close message' }).click();
    await banner.getByText('Wrong email or password').waitFor({ state: 'hidden' });

    await password.fill(PASSWORD);
    await page.getByLabel('Show password').check();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    // The server fails: both messages are shown.
    const { owner: pool } = world.program.core.database;
    const mend = await breakWrites(pool, { table: 'sessions', event: 'INSERT', condition: 'true' });
    await page.keyboard.press('Enter');
    await banner.getByText('Internal server errror. Please contact your administrator').waitFor();
    await banner.getByText('Wrong email or password').waitFor();
    await mend();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/layout/dashboard');
    await page.getByText('Hello, Amara').waitFor();
  });

  test('shows what the product is for; the logo leads to the start', { tags: ['spec-2.3'] }, async () => {
    const { page } = await world.open();
    await page.goto('/login');
    for (const line of [
      'Track your sales and commision',
      'Track your progress with a detailed report',
      'Activate your winning mode',
    ])
      await page.getByText(line, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Tallyboard, to the start page' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  test('says how long to wait after too many tries', async () => {
    const { page } = await world.open();
    const username = world.people[5]?.email ?? '';
    const guess = () =>
      world.program.client().post('/api/login', { username, password: 'Wrong-pass1', tz: 'UTC' });
    for (let tries = 0; tries < 10; tries++) await guess();
    await page.goto('/login');
    await page.getByLabel('Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('Wrong-pass1');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/Too many attempts. Please wait \d+ minutes and try again/)
      .waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(username);
  });

  test('links to a new password and to a free trial', { tags: ['spec-2.2'] }, async () => {
    const { page } = await world.open();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Start a free trial' }).click();
    await page.getByRole('heading', { name: 'Register your company' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Reset password' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  });

  test('is skipped for a signed-in person, on every page and in every tab', {
    tags: ['spec-2.2', 'decision-8.21'],
  }, async () => {
    const { page, complaints } = await world.openAt('/login', world.people[0]);
    await page.waitForURL('**/layout/dashboard');
    expect(complaints).toEqual([]);
  });
});

describe('signing out', () => {
  test('leads to the start, and the dashboard needs a new sign-in', {
    tags: ['asvs-7.4.1', 'asvs-7.4.4', 'spec-2.57', 'spec-3.20', 'spec-4.18', 'decision-8.19'],
  }, async () => {
    const { page } = await world.openDashboard(world.people[1]);
    await page.getByTitle('Your menu').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/layout/dashboard');
    await page.waitForURL('**/login');
  });

  test('in one tab ends the others at once, without a manual reload', async () => {
    const person = await world.openDashboard(world.people[2]);
    const other = await person.context.newPage();
    await other.goto('/layout/mysales');
    await other.getByText('Live', { exact: true }).waitFor();
    await person.page.getByTitle('Your menu').click();
    await person.page.getByRole('button', { name: 'Log Out' }).click();
    await other.waitForURL('**/login?to=*');
  });
});

test('a screen that cannot be loaded says so, and a reload restores it', {
  tags: ['spec-2.14'],
}, async () => {
  const { page } = await world.open();
  await page.route('**/assets/sign-in*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('heading', { name: 'This screen could not be shown' }).waitFor();
  await page.unroute('**/assets/sign-in*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('the form for a new sale opens without a network, and recovers with it', {
  tags: ['spec-8.29'],
}, async () => {
  const person = await world.openAs(world.people[3], { isNew: true });
  const { page } = person;
  const coming = new Set<Request>();
  page.on('request', (request) => void coming.add(request));
  page.on('requestfinished', (request) => void coming.delete(request));
  page.on('requestfailed', (request) => void coming.delete(request));
  const form = page.waitForResponse('**/assets/add-sale*.js');
  await page.goto('/layout/dashboard');
  await form;
  // With its dependencies, which the browser requests together with it.
  const files = () => [...coming].filter((request) => request.url().includes('/assets/'));
  await expect.poll(() => files().length).toBe(0);
  await page.getByText('Live', { exact: true }).waitFor();
  await person.context.setOffline(true);
  await page.getByText('Reconnecting').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'New Sale' }).waitFor();
  await page.getByLabel('Name').fill('Sold in a tunnel');
  await page.getByText('Error fetching campaigns').waitFor();
  await person.context.setOffline(false);
  await page.getByText('Error fetching campaigns').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Record sale' }).click();
  await page.getByText('Data saved successfully').waitFor();
});

test('a network that fails right after the first screen breaks no later one', async () => {
  const person = await world.openAs(world.people[4], { isNew: true });
  const { page } = person;
  // The page is idle: prefetching has not begun when the network fails.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + HOUR_MS);
  await page.goto('/layout/dashboard');
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  await person.context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.clock.fastForward(2000);
  await person.context.setOffline(false);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('heading', { name: 'My Sales' }).waitFor();
});

test('an outage ends no session', async () => {
  const { page } = await world.openAs(world.people[3]);
  await page.route('**/api/employees/getemployee', (route) => route.abort());
  await page.goto('/layout/dashboard');
  await page.getByRole('heading', { name: 'Tallyboard does not answer' }).waitFor();
  await page.unroute('**/api/employees/getemployee');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
});
