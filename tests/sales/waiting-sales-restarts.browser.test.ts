import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { chromiumOfTests, openBrowser } from '#tests/support/browser/chromium.ts';
import { openProfile } from '#tests/support/browser/launch-chromium.ts';
import { heading, isWhole, soon } from '#tests/support/browser/screen-steps.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { startProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { teamDatabase } from '#tests/support/servers/team-database.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const world = browserWorld();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const outboxOn = (page: Page) => page.getByRole('region', { name: 'Waiting on this device' });

async function record(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Name', { exact: true });
  await field.fill(name);
  await page.getByLabel('Price').fill('100');
  await page.getByLabel('Closed').check();
  await page.getByRole('button', { name: 'Record sale' }).click();
  await outboxOn(page).getByText(name, { exact: true }).waitFor();
  // The form is ready for the next sale.
  await soon(() => field.inputValue()).toBe('');
}

/** For a day, so that a restart of the browser keeps them. */
const cookiesOf = (client: HttpClient, url: string) =>
  [...client.cookies].map(([name, value]) => ({ name, value, url, expires: Date.now() / 1000 + 86_400 }));

const namesOf = async (client: HttpClient): Promise<string[]> =>
  (await client.get('/api/sales/getsales/all?limit=100')).body.requestedData.map(
    ({ sale_name }: { sale_name: string }) => sale_name,
  );

test('a sale that is being edited survives the end of the browser, and is recorded once', async () => {
  const { url } = world.program;
  const client = await world.signIn(world.people[1]);
  const { path, remove } = serverFolder();
  closing.push(remove);
  const first = await openProfile(path, { baseURL: url });
  await first.addCookies(cookiesOf(client, url));
  const page = first.pages()[0] ?? (await first.newPage());
  await page.goto('/layout/newsale');
  await isWhole(page);
  await soon(() =>
    page.evaluate(async () => {
      const kept = await (await caches.open('tallyboard-files')).keys();
      return kept.some(({ url: file }) => file.includes('add-sale.view'));
    }),
  ).toBe(true);
  await first.setOffline(true);
  await record(page, 'Survivor');
  await outboxOn(page).getByRole('button', { name: 'Edit Survivor' }).click();
  await page.getByLabel('Price').fill('1');
  await first.close();

  const second = await openProfile(path, { baseURL: url, offline: true });
  closing.push(() => second.close());
  const again = second.pages()[0] ?? (await second.newPage());
  await again.goto('/layout/newsale');
  await outboxOn(again).getByText('Survivor', { exact: true }).waitFor();
  expect(await again.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await second.setOffline(false);
  await outboxOn(again).waitFor({ state: 'hidden' });
  await soon(async () => (await namesOf(client)).filter((name) => name === 'Survivor')).toHaveLength(1);
});

test('25 waiting sales are on the server once and in order when it is killed while they are sent', async () => {
  const { dataDir, remove } = temporaryDataDir();
  closing.push(remove);
  const { name: template, team } = await teamDatabase();
  const database = await createTestDatabase({ template });
  closing.push(database.drop);
  const environment = { PORT: String(await keptPort()), DATABASE_URL: database.url };
  const start = () => startProgramProcess(dataDir, ['--empty'], environment);
  const program = await start();
  closing.push(() => program.kill());
  const client = await signIn(createHttpClient(program.url), team.people[1]?.email ?? '');
  const { page, context } = await openBrowser(await chromiumOfTests(), program.url);
  closing.push(() => context.close());
  await context.addCookies(cookiesOf(client, program.url));
  await page.goto('/layout/newsale');
  await heading(page, 'New Sale');
  await isWhole(page);
  await context.setOffline(true);
  const names = Array.from({ length: 25 }, (_, at) => `Waiting ${at + 1}`);
  for (const name of names) await record(page, name);
  const enough = Promise.withResolvers<void>();
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().includes('/sales/addsale') && ++answers === 9) enough.resolve();
  });
  await context.setOffline(false);
  await enough.promise;
  await program.kill();
  const next = await start();
  closing.push(() => next.stop());
  await outboxOn(page).waitFor({ state: 'hidden' });
  const recorded = async () => (await namesOf(client)).filter((name) => name.startsWith('Waiting '));
  await soon(recorded).toEqual(names.toReversed());
});
