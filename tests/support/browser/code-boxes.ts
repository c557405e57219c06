import type { Page } from 'playwright-core';

/** A box of the code, numbered from 1. */
export const digit = (page: Page, place: number) => page.getByLabel(`Digit ${place} of 6`);
/** The label or id of the element with the focus. */
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);

export async function codeIn(page: Page): Promise<string> {
  const digits = await page.getByRole('group', { name: 'Code' }).getByRole('textbox').all();
  return (await Promise.all(digits.map((box) => box.inputValue()))).join('');
}

/** A test browser has no clipboard, so the paste event is dispatched. */
export async function paste(page: Page, place: number, text: string): Promise<void> {
  await digit(page, place).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
