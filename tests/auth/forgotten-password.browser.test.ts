import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { mailReader } from '#tests/stories/mail-reader.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { codeIn, digit, focused, paste } from '#tests/support/browser/code-boxes.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { breakWrites } from '#tests/support/servers/break-database.ts';
import { PASSWORD } from '#tests/support/servers/test-program.ts';
import { anotherCode } from './mailed-code.ts';

const world = browserWorld();
const banner = (page: Page) => page.getByRole('alert');
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the boxes of a code take one digit each and are moved through by keys', {
  tags: ['spec-2.5', 'spec-4.13', 'spec-5.32'],
}, async () => {
  const { page } = await world.open();
  await page.goto('/confirmemail');
  await page.getByLabel('Email').fill(world.people[6]?.email ?? '');
  await press(page, 'Send code');
  await page.waitForURL('**/verifyotp');
  await soon(() => focused(page)).toBe('Digit 1 of 6');
  await page.keyboard.type('1x2');
  await soon(() => codeIn(page)).toBe('12');
  await soon(() => focused(page)).toBe('Digit 3 of 6');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('7');
  await soon(() => codeIn(page)).toBe('17');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await soon(() => codeIn(page)).toBe('1');
  await soon(() => focused(page)).toBe('Digit 1 of 6');
  await paste(page, 2, '34');
  await soon(() => codeIn(page)).toBe('134');
  expect(await digit(page, 1).getAttribute('autocomplete')).toBe('one-time-code');
  expect(await digit(page, 1).getAttribute('inputmode')).toBe('numeric');
});

test('a reset without a valid email says so, and asks the server nothing', {
  tags: ['spec-5.41'],
}, async () => {
  const { page, complaints } = await world.open();
  await page.goto('/confirmemail');
  // As a form of an earlier version may have kept it.
  const kept = JSON.stringify({ email: 'nobody', otpId: 'o1', proven: 'o1' });
  await page.evaluate((value) => sessionStorage.setItem('tallyboard.reset', value), kept);
  await page.goto('/resetpassword');
  await page.getByLabel('New password', { exact: true }).fill('Quiet-otter-7');
  await page.getByLabel('Confirm password').fill('Quiet-otter-7');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await press(page, 'Change password');
  await banner(page).getByText('Please provide a valid email address').waitFor();
  expect([sent, complaints]).toEqual([[], []]);
});

describe('a person with a forgotten password', () => {
  test('chooses a new one by a mailed code, and signs in only with that one', {
    tags: [
      'spec-2.4',
      'spec-2.5',
      'spec-2.6',
      'spec-4.12',
      'spec-5.28',
      'spec-5.29',
      'spec-8.24',
      'spec-8.26',
      'decision-8.20',
      'decision-8.21',
    ],
  }, async () => {
    const { page, complaints } = await world.open();
    const email = world.people[7]?.email ?? '';
    const mail = mailReader(world.program.url, email.toLowerCase());
    await page.goto('/resetpassword');
    await page.waitForURL('**/confirmemail');
    await page.goto('/verifyotp');
    await page.waitForURL('**/confirmemail');

    await page.getByLabel('Email').fill('nobody');
    await page.keyboard.press('Enter');
    await banner(page).getByText('invalid email').waitFor();
    expect(complaints).toEqual([]);
    await page.getByLabel('Email').fill('nobody@northlight.test');
    await press(page, 'Send code');
    await banner(page)
      .getByText('No such email. Please contact your administrator if this is unexpected.')
      .waitFor();
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send code');
    await page.waitForURL('**/verifyotp');
    await page.getByRole('link', { name: 'Back to log in' }).waitFor();
    await page.goto('/resetpassword');
    await page.waitForURL('**/verifyotp');

    const first = await mail.code(1);
    await digit(page, 1).pressSequentially(anotherCode(first));
    await press(page, 'Verify');
    await banner(page).getByText('Wrong passcode.').waitFor();
    await page.getByRole('link', { name: 'Resend Code' }).click();
    await page.getByRole('status').getByText('OTP sent to your email').waitFor();
    await soon(() => focused(page)).toBe('Digit 1 of 6');
    await page.keyboard.type(await mail.code(2));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/resetpassword');

    const chosen = page.getByLabel('New password');
    for (const [password, message] of [
      ['Sh-rt', 'The password should be at least 8 characters long'],
      ['quiet-otter', 'The password should include at least one capital letter'],
      ['Quietotter', 'The password should contain at least one symbol. Eg: @, !, #, etc.'],
      ['Quiet-otter', 'The passwords do not match'],
    ] as const) {
      await chosen.fill(password);
      await press(page, 'Change password');
      await banner(page).getByText(message).waitFor();
      expect(await chosen.inputValue()).toBe(password);
    }
    await page.getByLabel('Confirm password').fill('Quiet-otter');
    await expectMessageBeforeLeaving(page, 'Your password was changed', () => page.keyboard.press('Enter'));
    await page.waitForURL((url) => url.pathname === '/');

    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Log in');
    await banner(page).getByText('Wrong email or password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('Quiet-otter');
    await press(page, 'Log in');
    await page.waitForURL('**/layout/dashboard');
    const tab = await page.context().newPage();
    await tab.goto('/register');
    await tab.waitForURL('**/layout/dashboard');
  });

  test('sees when nothing can be sent, resent or changed', { tags: ['spec-8.26'] }, async () => {
    const { page } = await world.open();
    const { owner: pool } = world.program.core.database;
    const email = world.people[5]?.email ?? '';
    const mail = mailReader(world.program.url, email.toLowerCase());
    const failure = banner(page).getByText('Internal server errror. Please contact your administrator');
    let mend = await breakWrites(pool, { table: 'one_time_codes', event: 'INSERT', condition: 'true' });
    await page.goto('/confirmemail');
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send code');
    await failure.waitFor();
    await mend();
    await press(page, 'Send code');
    await page.waitForURL('**/verifyotp');

    mend = await breakWrites(pool, { table: 'one_time_codes', event: 'INSERT', condition: 'true' });
    await page.getByRole('link', { name: 'Resend Code' }).click();
    await failure.waitFor();
    await mend();
    await digit(page, 1).pressSequentially(await mail.code(1));
    await press(page, 'Verify');
    await page.waitForURL('**/resetpassword');

    mend = await breakWrites(pool, { table: 'accounts', event: 'UPDATE', condition: 'true' });
    await page.getByLabel('New password').fill('Quiet-otter');
    await page.getByLabel('Confirm password').fill('Quiet-otter');
    await press(page, 'Change password');
    await failure.waitFor();
    await mend();
  });
});
