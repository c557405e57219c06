import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { codeOf } from './factor-source.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const PHONE = { width: 390, height: 844 };
/** The time of the codes; it stands still, so that none changes under the test. Browsers have their own. */
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const world = browserWorld({ clock });
/** Browsers have passkeys on localhost, not on an address. */
const url = () => world.program.url.replace('127.0.0.1', 'localhost');

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function leave(page: Page): Promise<void> {
  // The app would go to the sign-in by itself at the same moment.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
}

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.keyboard.press('Enter');
}

/** Sets an app up in the profile; returns its secret and the recovery codes. */
async function setUp(page: Page) {
  await page.goto('/layout/myprofile');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const shown = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = (await shown.textContent())?.replaceAll(' ', '') ?? '';
  await enterCode(page, codeOf(secret, clock.now()));
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const recoveryCodes = await list.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 of your recovery codes are left').waitFor();
  return { recoveryCodes, code: () => codeOf(secret, clock.now()) };
}

describe('an authenticator app', () => {
  test('is set up by its QR code, and then the password needs a code', { tags: ['asvs-6.3.3'] }, async () => {
    const { page, complaints } = await world.open({}, url());
    const email = world.people[4]?.email ?? '';
    await givePassword(page, email);
    await page.waitForURL('**/layout/dashboard');
    const { code, recoveryCodes } = await setUp(page);

    await leave(page);
    await givePassword(page, email);
    // That of the set-up does not work twice.
    await enterCode(page, code());
    await page.getByRole('alert').getByText('This code was not accepted').waitFor();
    clock.time += STEP_MS;
    await enterCode(page, code());
    await page.waitForURL('**/layout/dashboard');

    await leave(page);
    await givePassword(page, email);
    await enterCode(page, recoveryCodes[0]?.toLowerCase() ?? '');
    await page.waitForURL('**/layout/dashboard');
    await page.goto('/layout/myprofile');
    await page.getByText('9 of your recovery codes are left').waitFor();

    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('status').getByText('Authenticator app removed').waitFor();
    await leave(page);
    await givePassword(page, email);
    await page.waitForURL('**/layout/dashboard');
    expect(complaints.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
  });

  test('may be left aside for a passkey, on a phone; a late second step begins anew', async () => {
    const { page, context } = await world.open(PHONE, url());
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    const email = world.people[5]?.email ?? '';
    await givePassword(page, email);
    await page.waitForURL('**/layout/dashboard');
    const { code } = await setUp(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('status').getByText('Passkey added').waitFor();

    await leave(page);
    await givePassword(page, email);
    await codeField(page).waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/layout/dashboard');

    await leave(page);
    await givePassword(page, email);
    await codeField(page).waitFor();
    clock.time += 6 * MINUTE_MS;
    await enterCode(page, code());
    await page.getByRole('alert').getByText('This took too long').waitFor();
    await page.getByLabel('Email').waitFor();
  });
});

describe('a proof of identity', () => {
  test('is asked for before the whole history is downloaded and before a cancellation, once for five minutes', async () => {
    const { page } = await world.openAs(world.team.company.owner);
    await page.goto('/layout/proof');
    clock.time += 6 * MINUTE_MS;
    const download = page.getByRole('link', { name: 'Download everything' });
    const asking = page.getByRole('dialog', { name: 'Is it you?' });
    await download.click();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await download.click();
    await asking.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^tallyboard-history-.*html$/);
    const [again] = await Promise.all([page.waitForEvent('download'), download.click()]);
    await again.cancel();

    clock.time += 6 * MINUTE_MS;
    await page.goto('/layout/company-profile');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('Please confirm first that it is you').waitFor();
  });
});
