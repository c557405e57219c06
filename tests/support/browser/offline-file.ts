import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserWorld } from './browser-world.ts';

/** Downloads the file of a link into a folder. */
export async function download(page: Page, link: string, folder: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Opens files in a browser without a network; returns the text of the page. */
export async function fileReader(world: BrowserWorld) {
  const { page, context } = await world.open();
  await context.setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return async (path: string, runs = true): Promise<string> => {
    asked.length = 0;
    // By then an allowed script has started.
    await page.goto(`file://${path}`);
    if (runs) await page.locator('html[data-checked="yes"]').waitFor({ state: 'attached' });
    expect(asked).toEqual([`file://${path}`]);
    return await page.locator('body').innerText();
  };
}
