import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { linkTo } from './email-world.ts';
import { codeOf } from './factor-source.ts';

const world = browserWorld();
const FIRST = 'k3Jd82hQpz';
const OWN = 'Quiet.otter7';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Until every read has what was written. */
const ready = async () => world.program.progress.waitFor(await world.program.core.store.head(), MAX_WAIT_MS);

const manager = async () => (await world.openAs(world.team.manager)).page;

async function add(page: Page, name: string, email: string, password = ''): Promise<void> {
  await page.goto('/layout/addemployee');
  await page.getByLabel('First Name').fill(name);
  await page.getByLabel('Last Name').fill('Hill');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Employee Role').selectOption('sales associate');
  await page.getByLabel('Campaign').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Add employee' }).click();
  await page.getByText('Employee added successFully').waitFor();
}

describe('an invitation', () => {
  test('is sent, seen by the manager, sent again, and leads to the dashboard', async () => {
    const page = await manager();
    const email = `${newId()}@example.test`;
    await add(page, 'Ada', email);
    await page.goto('/layout/allemployees');
    await page
      .getByRole('row', { name: /Ada Hill/ })
      .getByText('Invited')
      .waitFor();
    await page.getByRole('link', { name: 'Ada Hill' }).click();
    await page.getByRole('button', { name: 'Send the invitation again' }).click();
    await page.getByText('Invitation sent').waitFor();

    const { page: own, complaints } = await world.open();
    await ready();
    await own.goto(`/email-link#invite.${await linkTo(world.program.core.database.owner, email, 'invite')}`);
    await own.getByLabel('New password').fill(OWN);
    await own.getByLabel('Confirm password').fill(OWN);
    await own.keyboard.press('Enter');
    await own.waitForURL('**/layout/dashboard');
    await own.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('goes on to a passkey in the profile', async () => {
    const page = await manager();
    const email = `${newId()}@example.test`;
    await add(page, 'Bo', email);
    // Browsers have passkeys on localhost, not on an address.
    const { page: own } = await world.open({}, world.program.url.replace('127.0.0.1', 'localhost'));
    await ready();
    await own.goto(`/email-link#invite.${await linkTo(world.program.core.database.owner, email, 'invite')}`);
    await own.getByRole('button', { name: 'Use a passkey instead' }).click();
    await own.waitForURL('**/layout/myprofile');
    await own.getByRole('button', { name: 'Add a passkey' }).waitFor();
  });

  test('of a person with an authenticator app needs a password, and then its code', async () => {
    const page = await manager();
    const email = `${newId()}@example.test`;
    await add(page, 'Ed', email, FIRST);
    await ready();
    const client = await world.program.signIn(email, FIRST, 'UTC');
    const { secret } = (await client.post('/api/employees/authenticator/options')).body;
    const code = codeOf(secret, new Date());
    const { recoveryCodes } = (await client.post('/api/employees/authenticator', { code })).body;

    const { page: own } = await world.open({}, world.program.url.replace('127.0.0.1', 'localhost'));
    await own.goto(`/email-link#invite.${await linkTo(world.program.core.database.owner, email, 'invite')}`);
    await own.getByRole('button', { name: 'Use a passkey instead' }).click();
    await own.getByRole('alert').getByText('Please choose a password').waitFor();
    await own.getByLabel('New password').fill(OWN);
    await own.getByLabel('Confirm password').fill(OWN);
    await own.keyboard.press('Enter');
    await own.waitForURL('**/login');
    await own.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]);
    await own.keyboard.press('Enter');
    await own.waitForURL('**/layout/dashboard');
  });
});

describe('a first password', () => {
  test('leads to a notice on the dashboard, with the way to another', {
    tags: ['decision-4.5'],
  }, async () => {
    const page = await manager();
    const email = `${newId()}@example.test`;
    await add(page, 'Cy', email, FIRST);
    const { page: own } = await world.open();
    await signIn(own, email, FIRST);
    const notice = own.getByRole('complementary', { name: 'Your password' });
    await notice.getByText('Another person chose your password').waitFor();
    await notice.getByRole('link', { name: 'Change password' }).click();
    await own.waitForURL('**/layout/myprofile');
  });

  test('is changed at the sign-in where the company requires it', async () => {
    const { page: boss } = await world.openAs(world.team.company.owner);
    await boss.goto('/layout/company-profile');
    await boss.getByLabel('New employees choose a password of their own').click();
    await boss.getByText('Data updated successfully').waitFor();
    const email = `${newId()}@example.test`;
    await add(boss, 'Di', email, FIRST);
    const { page: own } = await world.open();
    await signIn(own, email, FIRST);
    await own.getByLabel('New password').fill(OWN);
    await own.keyboard.press('Enter');
    await own.waitForURL('**/layout/dashboard');
    await boss.goto('/layout/company-profile');
    await boss.getByLabel('New employees choose a password of their own').click();
    await boss.getByText('Data updated successfully').waitFor();
  });
});
