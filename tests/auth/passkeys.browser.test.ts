import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import type { BrowserOptions } from '#tests/support/browser/chromium.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { mailedCode } from './mailed-code.ts';

const MINUTE_MS = 60_000;
const PHONE = { width: 390, height: 844 };
/** Whose time the sessions and challenges have; browsers have their own. */
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) };
const world = browserWorld({ clock });

/** Browsers have passkeys on localhost, not on an address. */
const url = () => world.program.url.replace('127.0.0.1', 'localhost');

/** A browser on a device with an authenticator that takes each finger for the right one. */
async function device(options: BrowserOptions = {}) {
  const person = await world.open(options, url());
  const cdp = await person.context.newCDPSession(person.page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    ...person,
    /** Whether the next look finds the right person. */
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function signIn(page: Page, who: number): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(world.people[who]?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/layout/dashboard');
}

const add = (page: Page) => page.getByRole('button', { name: 'Add a passkey' });
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const table = (page: Page) => page.getByRole('table', { name: 'Passkeys' });

async function leave(page: Page): Promise<void> {
  // The app would go to the sign-in by itself at the same moment.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
}

describe('passkeys', () => {
  test('are added, sign in without email and password, and no more once deleted', async () => {
    const { page, complaints } = await device();
    await signIn(page, 0);
    await page.goto('/layout/myprofile');
    await page.getByText('With a passkey you sign in by your face').waitFor();
    await add(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Passkey added').waitFor();
    await table(page)
      .getByText(/Linux$/)
      .waitFor();
    await table(page).getByText('Never').waitFor();
    await add(page).click();
    await page.getByRole('alert').getByText('This device has a passkey of yours already').waitFor();

    await page.getByRole('button', { name: /^Rename .*Linux$/ }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill(' ');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Make sure all input fields are complete').waitFor();
    await name.fill('Desk');
    await page.keyboard.press('Enter');
    await table(page).getByText('Desk').waitFor();

    await leave(page);
    await byPasskey(page).click();
    await page.waitForURL('**/layout/dashboard');
    await page.goto('/layout/myprofile');
    await table(page).getByText('Never').waitFor({ state: 'detached' });

    // Some minutes later the person proves it again, first with a wrong password, then with the passkey.
    clock.ahead += 6 * MINUTE_MS;
    await page.getByRole('button', { name: 'Delete Desk' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    const asking = page.getByRole('dialog', { name: 'Is it you?' });
    await asking.getByLabel('Password', { exact: true }).fill('Wrong-pass1');
    await page.keyboard.press('Enter');
    await asking.getByText('Wrong password').waitFor();
    await asking.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('status').getByText('Passkey deleted: Desk').waitFor();
    await page.getByText('With a passkey you sign in by your face').waitFor();

    await leave(page);
    await byPasskey(page).click();
    await page.getByRole('alert').getByText('This passkey was not accepted').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    // The browser names answers of refusals; nothing else was wrong.
    expect(complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
  });

  test('of an unrecognised person are refused, and the password still works', async () => {
    const { page, verifies } = await device(PHONE);
    await signIn(page, 1);
    await page.goto('/layout/myprofile');
    await verifies(false);
    await add(page).click();
    await page.getByRole('alert').getByText('The passkey was cancelled').waitFor();
    await verifies(true);
    await add(page).click();
    await page.getByRole('status').getByText('Passkey added').waitFor();
    await leave(page);
    await verifies(false);
    await byPasskey(page).click();
    await page.getByRole('alert').getByText('The passkey was cancelled').waitFor();
    await signIn(page, 1);
  });

  test('are offered once after a sign-in by password, and put away by keyboard', async () => {
    const { page } = await device(PHONE);
    await signIn(page, 2);
    const offer = page.getByRole('complementary', { name: 'Passkeys' });
    await offer.getByRole('link', { name: 'Set up a passkey' }).waitFor();
    await offer.getByRole('button', { name: 'Not now' }).focus();
    await page.keyboard.press('Enter');
    await offer.waitFor({ state: 'detached' });
    await leave(page);
    await signIn(page, 2);
    await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
    expect(await offer.count()).toBe(0);
  });

  test('take the place of the password when the email changes, except in the session that added them', async () => {
    const { page } = await device();
    await signIn(page, 3);
    await page.goto('/layout/myprofile');
    const mine = page.getByRole('button', { name: 'Use a passkey' });
    await add(page).click();
    await page.getByRole('status').getByText('Passkey added').waitFor();
    const wanted = `${newId()}@example.test`;
    await page.getByLabel('New email').fill(wanted);
    await mine.click();
    await page.getByRole('alert').getByText('You added this passkey after you signed in').waitFor();

    await leave(page);
    await byPasskey(page).click();
    await page.waitForURL('**/layout/dashboard');
    await page.goto('/layout/myprofile');
    await page.getByLabel('New email').fill(wanted);
    const asked = page.waitForResponse((each) => each.url().endsWith('/email/code') && each.ok());
    await mine.focus();
    await page.keyboard.press('Enter');
    const { otpId } = await (await asked).json();
    // By the time the code is entered, the passkey is asked for again.
    clock.ahead += 6 * MINUTE_MS;
    await page.getByLabel('Code').fill(await mailedCode(world.program.core.database.owner, otpId));
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Your email was changed').waitFor();
  });

  test('say where they do not work', async () => {
    const { page } = await world.open({}, world.program.url);
    await page.goto('/login');
    await byPasskey(page).click();
    await page.getByRole('alert').getByText('Passkeys do not work here').waitFor();
  });
});
