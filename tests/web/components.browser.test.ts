import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { hasFocus } from '#tests/support/browser/screen-parts.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { paths } from '../../web/src/kit/paths.ts';

const world = browserWorld();

/** The component gallery has every component in every state, and a list of 1,234 rows. */
async function openLongTable(width = 1440) {
  const person = await world.open({ width });
  const { page } = person;
  await page.goto(paths.gallery);
  await page.getByLabel('Light', { exact: true }).first().check();
  await page.getByRole('button', { name: 'Fill with 1,234 rows' }).click();
  const table = page.getByRole('table', { name: 'Things' }).last();
  await page.getByText('200 of 1,234 shown').waitFor();
  return { ...person, table };
}

const isVisible = (page: Page, text: string) => page.getByText(text, { exact: true }).first().isVisible();

test('a long list shows part of its rows below a sticky header; sorting and download cover all rows', async () => {
  const { page, table, complaints } = await openLongTable();
  const rows = table.getByRole('row');
  await soon(() => rows.count()).toBe(201);
  await page.getByRole('button', { name: 'Show 200 more' }).click();
  await soon(() => rows.count()).toBe(401);

  await table.getByRole('button', { name: 'Price' }).click();
  const price = table.getByRole('columnheader', { name: 'Price' });
  await soon(() => price.getAttribute('aria-sort')).toBe('descending');
  await page.getByText('Sorted by Price, descending').waitFor({ state: 'attached' });
  const first = await rows.nth(1).getByRole('cell').allInnerTexts();

  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).last().click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe('things.csv');
  const lines = (await readFile((await file.path()) ?? '', 'utf8')).replace('\uFEFF', '').split('\r\n');
  expect(lines[0]).toBe('Name,Sold,Price');
  expect(lines).toHaveLength(1235);
  expect(lines[1]).toBe(`${first[1]},${first[2]},${first[3]?.replace(/[$,]/g, '').replace(/0$/, '')}`);

  await rows.nth(150).scrollIntoViewIfNeeded();
  const header = await table.getByRole('columnheader', { name: 'Name' }).boundingBox();
  expect(header?.y).toBeGreaterThanOrEqual(0);
  expect(header?.y).toBeLessThan(100);
  expect(complaints).toEqual([]);
});

test('after the last "Show more" the focus is in the first row that came', async () => {
  const { page, table } = await openLongTable();
  for (const more of ['200', '200', '200', '200', '200', '34']) {
    await page.getByRole('button', { name: `Show ${more} more` }).press('Enter');
  }
  await soon(() => table.getByRole('row').count()).toBe(1235);
  await soon(() => hasFocus(table.getByRole('row').nth(1201).getByRole('button'))).toBe(true);
});

test('the print has all rows, black on white, without buttons', async () => {
  const { page, table } = await openLongTable();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // A browser dispatches this before it prints.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await table.getByRole('row').count()).toBe(1235);
  expect(await isVisible(page, 'Download CSV')).toBe(false);
  expect(await table.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(paper).toBe('rgb(255, 255, 255)');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.getByText('200 of 1,234 shown').waitFor({ state: 'attached' });
});

test('the banner is red with a title for errors, green without one for success, and closes', {
  tags: ['spec-2.34', 'spec-2.59', 'spec-3.23', 'spec-4.7'],
}, async () => {
  const { page } = await world.open();
  await page.goto(paths.gallery);
  await page.getByLabel('Light', { exact: true }).first().check();
  const sample = page.getByRole('region', { name: 'MessageBox' });
  const colourOf = (text: string) =>
    sample.locator('[data-error]', { hasText: text }).evaluate((box) => getComputedStyle(box).borderTopColor);
  const TITLE = 'Please correct the following errors';

  const error = sample.getByRole('alert').filter({ hasText: 'Make sure all input fields are complete' });
  await error.getByText(TITLE).waitFor();
  expect(await colourOf('Make sure all input fields are complete')).toBe('rgb(179, 38, 30)');
  const success = sample.getByRole('status').filter({ hasText: 'Data saved successfully' });
  expect(await success.getByText(TITLE).count()).toBe(0);
  expect(await colourOf('Data saved successfully')).toBe('rgb(15, 107, 69)');

  await sample
    .locator('[data-error]', { hasText: 'Close me' })
    .getByRole('button', { name: 'Close message' })
    .click();
  await sample.getByText('Close me').waitFor({ state: 'hidden' });
  // The focus is on what comes after the message.
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(A|BUTTON|INPUT|SELECT)$/);
});

test('a lost focus is among the complaints of a browser', async () => {
  const { page, complaints } = await world.open();
  // A page without the app, which would keep the focus.
  await page.goto('/healthz');
  await page.evaluate(() => {
    for (const name of ['Remove me', 'Stay']) {
      const button = document.createElement('button');
      button.textContent = name;
      button.onclick = () => button.remove();
      document.body.append(button);
    }
  });
  await page.getByRole('button', { name: 'Stay' }).focus();
  await page.mouse.click(600, 600);
  await page.getByRole('button', { name: 'Remove me' }).press('Enter');
  await soon(() => complaints.splice(0)).toEqual(['The focus was lost with <button> Remove me']);
});

test('a refused field has a red outline, with or without a text', { tags: ['spec-2.60'] }, async () => {
  const { page } = await world.open();
  await page.goto(paths.gallery);
  await page.getByLabel('Light', { exact: true }).first().check();
  const outlineOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) => {
      const box = field.closest('[data-invalid]');
      return box && getComputedStyle(box).borderTopColor;
    });
  expect(await outlineOf('Refused without a text')).toBe('rgb(179, 38, 30)');
  expect(await page.getByLabel('Tax').getAttribute('aria-invalid')).toBe('true');
  expect(await outlineOf('Tax')).toBe('rgb(179, 38, 30)');
  expect(await outlineOf('Not now')).not.toBe('rgb(179, 38, 30)');

  // The focus shows around the box, once.
  const email = page.getByRole('region', { name: 'TextField' }).getByLabel('Email');
  await email.focus();
  const ringOf = (element: Element | null) => element && getComputedStyle(element).outlineStyle;
  expect(await email.evaluate(ringOf)).toBe('none');
  expect(await email.locator('..').evaluate(ringOf)).toBe('solid');
});

test('a combobox finds one of 1,000 by words in any order and without accents, and draws 50', async () => {
  const { page, complaints } = await world.open({ width: 390 });
  await page.goto(paths.gallery);
  await page.getByLabel('Light', { exact: true }).first().check();
  const sample = page.getByRole('region', { name: 'ComboboxField' });
  const field = sample.getByRole('combobox', { name: 'Many' });
  const choices = sample.getByRole('option');
  const announced = sample.getByRole('status');

  await field.click();
  await sample.getByText('… and 950 more, type to narrow').first().waitFor();
  expect(await choices.count()).toBe(50);
  expect(await choices.first().innerText()).toBe('Everybody');
  await soon(() => announced.nth(1).textContent()).toBe('1,000 found … and 950 more, type to narrow');

  // The whole text is selected, so typing replaces it. The first one that fits is under the cursor.
  await field.pressSequentially('998 orsted luk');
  await soon(() => choices.allInnerTexts()).toEqual([expect.stringMatching(/^Łukasz Ørsted 998\s+N-1998$/)]);
  await field.press('Enter');
  await soon(() => field.inputValue()).toBe('Łukasz Ørsted 998');
  expect(await choices.count()).toBe(0);

  // By number; the arrows, then Esc, which keeps what was chosen; so does leaving the field without a choice.
  await field.fill('n-10');
  await soon(() => choices.count()).toBe(50);
  await field.press('ArrowDown');
  await soon(() => choices.nth(1).getAttribute('aria-selected')).toBe('true');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await choices.nth(1).getAttribute('id'));
  await field.press('Escape');
  await soon(() => field.inputValue()).toBe('Łukasz Ørsted 998');
  await field.fill('zoe');
  await soon(() => choices.first().getAttribute('aria-selected')).toBe('true');
  await field.press('Tab');
  await soon(() => field.inputValue()).toBe('Łukasz Ørsted 998');
  await field.fill('not one of them');
  await sample.getByText('None found. Type less of the name').first().waitFor();
  await field.press('Enter');
  await soon(() => field.inputValue()).toBe('Łukasz Ørsted 998');

  await sample.getByRole('button', { name: 'Clear Many' }).click();
  await soon(() => field.inputValue()).toBe('Everybody');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);

  // A small company sees all at once; a long name wraps, and a row is large enough for a finger.
  await sample.getByRole('combobox', { name: 'Few' }).click();
  await soon(() => choices.count()).toBe(3);
  const rows = await choices.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
  for (const { height, right } of rows) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(right).toBeLessThanOrEqual(390);
  }
  await choices.nth(1).click();
  await soon(() => sample.getByRole('combobox', { name: 'Few' }).inputValue()).toBe('Anna Abel');
  expect(complaints).toEqual([]);
});
