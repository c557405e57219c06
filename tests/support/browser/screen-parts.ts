import type { Locator, Page } from 'playwright-core';

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 });
export const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);
export const isRefused = async (element: Locator) => (await element.getAttribute('aria-invalid')) === 'true';
/** The text of the banner without its title. */
export const bannerTexts = async (page: Page) =>
  (await page.getByRole('alert').locator('p').allTextContents()).slice(1);

/** The text of the list row whose link has this name. */
export async function cellsOf(page: Page, name: string): Promise<string[]> {
  const row = page.getByRole('row').filter({ has: link(page, name) });
  await row.waitFor();
  return await row.getByRole('cell').allTextContents();
}

/** The names in a list, in order. */
export const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();

export async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Delete ./ }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByText('This action is irreversible.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
}

/** The browser itself logs a refused request to its console. */
export const byThePage = (complaints: readonly string[]) =>
  complaints.filter((text) => !/the server responded with a status of [45]/.test(text));

/** Presses Tab until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await target.page().keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error('Tab never gets there');
}
