import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { anotherCode } from '#tests/auth/mailed-code.ts';
import { mailReader } from '#tests/stories/mail-reader.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { codeIn, digit, focused, paste } from '#tests/support/browser/code-boxes.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { breakWrites } from '#tests/support/servers/break-database.ts';

const world = browserWorld();
const banner = (page: Page) => page.getByRole('alert');
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const GRACE = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  'Company name': 'Hopper Lines',
  Email: 'grace@hopper.test',
} as const;

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

describe('a visitor', () => {
  test('registers a company, proves the email, gives a card and reaches the dashboard', {
    tags: [
      'spec-2.7',
      'spec-2.8',
      'spec-2.24',
      'spec-2.25',
      'spec-2.59',
      'spec-2.60',
      'spec-3.21',
      'spec-4.8',
      'spec-4.13',
      'spec-4.14',
      'spec-5.30',
      'spec-8.26',
      'spec-8.30',
      'spec-9.14',
    ],
  }, async () => {
    const { page, complaints } = await world.open();
    const mail = mailReader(world.program.url, GRACE.Email);
    await page.goto('/email-verification');
    await page.waitForURL('**/register');
    const links = page.getByRole('navigation', { name: 'Tallyboard' }).getByRole('link');
    await soon(() => links.allTextContents()).toEqual(['Home', 'Registration', 'Contact']);
    await page.getByLabel('First name').waitFor();

    const hints = await page.locator('form').locator('input:not([type="checkbox"]), select').all();
    expect(await Promise.all(hints.map((field) => field.getAttribute('autocomplete')))).toEqual([
      ...['given-name', 'family-name', 'organization', 'off', 'email', 'new-password', 'new-password'],
    ]);
    expect(await page.getByLabel('Employee count').getByRole('option').allTextContents()).toEqual([
      ...['Choose a range', '0-20', '21-50', '51-100', '101-500', '501-1000', '1000+'],
    ]);

    await page.getByLabel('First name').press('Enter');
    await banner(page).getByText('All input fields marked with an asterix need to be completed').waitFor();
    await soon(() => page.locator('[aria-invalid="true"]').count()).toBe(7);
    await fillIn(page, {
      ...GRACE,
      Email: 'grace@hopper',
      Password: 'quiet',
      'Confirm password': 'Quiet.otter7',
    });
    await page.getByLabel('Employee count').selectOption('21-50');
    await press(page, 'Next');
    await banner(page).getByText('Please provide a valid email', { exact: true }).waitFor();
    await soon(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await fillIn(page, { Email: GRACE.Email });
    await press(page, 'Next');
    await banner(page)
      .getByText(
        'The password should contain at least one capital letter, one small letter, and one symbol (eg: $, !), and it should contain at least 8 characters',
      )
      .waitFor();
    await page.getByText('a digit, missing').waitFor();
    await fillIn(page, { Password: 'Quiet.otter8' });
    await page.getByText('a digit, done').waitFor();
    await press(page, 'Next');
    await banner(page).getByText('The passwords should match').waitFor();
    await page.getByLabel('Show password').check();
    await soon(() => page.getByLabel('Confirm password').getAttribute('type')).toBe('text');
    expect(complaints).toEqual([]);

    const { owner: pool } = world.program.core.database;
    let mend = await breakWrites(pool, { table: 'registrations', event: 'INSERT', condition: 'true' });
    await fillIn(page, { Password: 'Quiet.otter7' });
    await press(page, 'Next');
    await banner(page)
      .getByText('Something went wrong. Please make sure to complete all required fields')
      .waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Quiet.otter7');
    await mend();
    mend = await breakWrites(pool, { table: 'one_time_codes', event: 'INSERT', condition: 'true' });
    await page.getByLabel('Company name').press('Enter');
    await banner(page).getByText('Unable to verify the provide email').waitFor();
    await mend();
    await page.getByLabel('Company name').press('Enter');
    await page.waitForURL('**/email-verification');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Quiet');

    const first = await mail.code(1);
    await page.getByText(GRACE.Email).waitFor();
    expect(await page.getByRole('link', { name: 'mailbox' }).getAttribute('href')).toBe('/dev/mailbox');
    await soon(() => focused(page)).toBe('Digit 1 of 6');
    await page.keyboard.type(anotherCode(first));
    await page.keyboard.press('Enter');
    await banner(page).getByText('Wrong passcode.').waitFor();
    await soon(() => focused(page)).toBe('Digit 1 of 6');
    await page.getByRole('link', { name: 'Resend Code' }).click();
    await page.getByRole('status').getByText('OTP sent to your email').waitFor();
    await soon(() => codeIn(page)).toBe('');

    await page.reload();
    const second = await mail.code(2);
    await paste(page, 1, second);
    await soon(() => codeIn(page)).toBe(second);
    await press(page, 'Verify');
    await page.waitForURL('**/subscription');
    await page.getByLabel('Visa ending in 4242').check();
    await press(page, 'Register');
    await page.waitForURL('**/layout/dashboard');
    await page.getByText('Hello, Grace').waitFor();
  });

  test('learns that the company and the email exist already', {
    tags: ['spec-4.15', 'spec-8.30', 'decision-9.28'],
  }, async () => {
    const { page } = await world.open();
    const { company, manager } = world.team;
    await page.goto('/register');
    await fillIn(page, { ...GRACE, Email: manager.email, 'Company name': 'Northlight Energy' });
    await page.getByLabel('Employee count').selectOption('0-20');
    await fillIn(page, { Password: 'Quiet.otter7', 'Confirm password': 'Quiet.otter7' });
    await press(page, 'Next');
    await banner(page).getByText('This email already belongs to an employee').waitFor();
    await fillIn(page, { Email: 'new@hopper.test' });
    await press(page, 'Next');
    await banner(page).getByText('A company of this name is registered already').waitFor();

    await fillIn(page, { Email: company.owner.email });
    await press(page, 'Next');
    const news = 'The company already exists. You will be redirected to the subscription page';
    await page.getByRole('status').getByText(news).waitFor();
    await page.waitForURL('**/email-verification');
    await page.getByRole('status').getByText(news).waitFor();
    const mail = mailReader(world.program.url, company.owner.email, 'verification code');
    await digit(page, 1).pressSequentially(await mail.code(1));
    await press(page, 'Verify');
    await page.waitForURL('**/login');
  });
});
