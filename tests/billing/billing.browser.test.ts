import { expect, test } from 'vitest';
import { violationsOn } from '#tests/support/browser/accessibility.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import { breakReads, breakWrites } from '#tests/support/servers/break-database.ts';
import { proveRegistrant } from './proven-registrant.ts';

const world = browserWorld();

const historyOf = async (companyId: string) =>
  (await world.program.core.store.read(`subscription-${companyId}`)).map(({ type }) => type);

/** Logged by the browser itself: the page reports a refused call, too. */
const ownComplaints = (complaints: readonly string[]) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'));

test('a company gives its card: faults on the way charge and register nothing twice', {
  tags: ['spec-2.9', 'spec-2.26', 'spec-4.14', 'spec-8.30', 'decision-5.8'],
}, async () => {
  const { page, complaints } = await world.open();
  await page.goto('/subscription');
  await page.waitForURL('**/register');

  const { companyId } = await proveRegistrant(page, world.program.core.database.owner);
  const opened = Promise.withResolvers<void>();
  await page.route('**/create-setup-intent', async (route) => {
    await opened.promise;
    await route.fallback();
  });
  await page.goto('/subscription');
  const below = page.getByText('No commitment - Cancel anytime');
  await page.getByText('Loading the card form').waitFor({ state: 'attached' });
  await below.waitFor();
  // Another font would change the layout.
  await page.evaluate(() => document.fonts.ready);
  const place = await below.boundingBox();
  opened.resolve();
  const plan = page.getByRole('table', { name: 'Monthly plan' });
  for (const [what, price] of [
    ['7-day free trial', '$0'],
    ['24/7 support', '$0'],
    ['Staff training', '$0'],
    ['After the trial per registered employee', '$10'],
  ] as const)
    expect(await plan.getByRole('row', { name: what }).getByRole('cell').textContent()).toBe(price);
  await page.getByText('A base fee of $150 per company and month is added after the trial.').waitFor();
  await page.getByRole('heading', { name: 'Subscription' }).waitFor();
  await page.getByText('Sandbox: no real card is charged').waitFor();
  // Nothing moves when the form comes.
  expect((await below.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page)).toEqual([]);
  }

  const register = page.getByRole('button', { name: 'Register' });
  const banner = page.getByRole('alert');
  expect(await page.getByLabel('Visa ending in 4242').isChecked()).toBe(true);
  await page.getByLabel('Visa ending in 0002').check();
  await page.keyboard.press('Enter');
  await banner.getByText('Something went wrong. Please contact us for further details').waitFor();
  await banner.getByText('Use another card').waitFor();
  expect(await historyOf(companyId)).toEqual([]);

  // The answer to the first press is lost, and the page is reloaded before the sign-in.
  await page.getByLabel('Visa ending in 4242').check();
  const keys: (string | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/api/registration/save-subscription', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    await held.promise;
    await route.fetch();
    await route.abort();
  });
  const signingIn = Promise.withResolvers<void>();
  await page.route('**/api/registration/login-after-registration', () => signingIn.resolve());
  await register.dblclick();
  await page.getByRole('button', { name: 'Processing...' }).waitFor();
  held.resolve();
  await signingIn.promise;
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  // Abort with the page: after an error the page would sign in again.
  await page.reload();
  await page.getByLabel('Visa ending in 4242').check();
  await page.unrouteAll();

  const complete = 'Registration complete. You will be redirected to the dashboard page';
  await expectMessageBeforeLeaving(page, complete, () => register.click());
  await page.waitForURL('**/layout/dashboard');
  await page.getByText('Hello, Grace').waitFor();
  expect(await historyOf(companyId)).toEqual(['SubscriptionStarted']);
  expect(ownComplaints(complaints)).toEqual([]);
  await page.goto('/subscription');
  await page.waitForURL('**/layout/dashboard');
});

test('the super employee changes the card, cancels, sees the notice that all employees see, and renews', {
  tags: [
    'spec-2.10',
    'spec-2.53',
    'spec-2.54',
    'spec-2.55',
    'spec-2.58',
    'spec-4.16',
    'spec-4.17',
    'spec-4.18',
    'spec-6.11',
    'spec-8.31',
    'spec-8.33',
    'spec-9.13',
    'decision-1.19',
    'decision-5.6',
    'decision-8.5',
    'decision-8.6',
    'decision-8.21',
  ],
}, async () => {
  const { owner, companyId, name } = world.team.company;
  const associate = await world.openDashboard(world.people[0]);
  const [boss, unheard] = [await world.openAs(owner), await world.openAs(world.people[1])];
  const { page } = boss;
  // Without the live connection only a refused call can show it.
  await unheard.page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await unheard.page.goto('/layout/newsale');
  await unheard.page.getByLabel('Name').fill('Roof of the Nguyens');
  await page.goto(`/update-subscription/${companyId}`);
  await page.waitForURL('**/layout/dashboard');

  await page.getByTitle('Your menu').click();
  await page.getByRole('link', { name: 'Company' }).click();
  const fact = (title: string) =>
    page.getByRole('definition').and(page.locator(`dt:text-is("${title}") + dd`));
  await fact('Company name').getByText(name).waitFor();
  await fact('Employee count').getByText('10', { exact: true }).waitFor();
  await fact('Monthly charge').getByText('$250.00 CAD').waitFor();
  await fact('Subscription status').getByText('active').waitFor();
  await fact('Trial end date').getByText('No trial').waitFor();

  await page.getByRole('link', { name: 'Update' }).click();
  await page.getByRole('heading', { name: 'Update your subscription' }).waitFor();
  await page.getByLabel('Mastercard ending in 4444').check();
  const update = page.getByRole('button', { name: 'Update' });
  await expectMessageBeforeLeaving(
    page,
    'Subscription updated. You will be redirected to the dashboard',
    () => update.click(),
  );
  await page.waitForURL('**/layout/dashboard');

  await page.goto('/layout/company-profile');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await dialog.getByText('This action is irreversible.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Subcription canceled successfully').waitFor();
  await fact('Subscription status').getByText('canceled').waitFor();
  await page.getByText('Cancel', { exact: true }).waitFor({ state: 'detached' });
  // The refund stands there without a reload, and its sheet is all that is printed.
  const receipts = page.getByRole('table', { name: 'Receipts' });
  const refund = receipts.getByRole('row', { name: 'Refund' });
  await refund.getByText('Mastercard •••• 4444').waitFor();
  await refund.getByText(/^[-−]\$\d+\.\d\d$/).waitFor();
  await refund.getByRole('link', { name: /^Open the receipt of/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund' });
  await sheet.getByText(/^re_/).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect([await sheet.isVisible(), await receipts.isVisible()]).toEqual([true, false]);
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('button', { name: 'Close' }).click();

  const inactive = { name: 'Invalid Subscription Status' };
  await associate.page.getByRole('heading', inactive).waitFor();
  await associate.page.getByText('Please contact your administrator').waitFor();
  expect(await associate.page.getByRole('link', { name: 'Renew' }).count()).toBe(0);
  await unheard.page.getByRole('button', { name: 'Record sale' }).click();
  await unheard.page.getByRole('heading', inactive).waitFor();
  await associate.page.goto('/layout/company-profile');
  await associate.page.waitForURL('**/layout/subscription-not-active');

  await page.getByRole('link', { name: 'Tallyboard, to the dashboard' }).click();
  await page.getByRole('heading', inactive).waitFor();
  await page.getByText('not up to date').waitFor();
  await page.getByRole('link', { name: 'Renew' }).click();
  await page.waitForURL('**/layout/company-profile');
  expect(boss.complaints).toEqual([]);

  await page.getByRole('link', { name: 'Update' }).click();
  await page.getByText(/^\$250\.00 CAD is charged today, and the next charge is on /).waitFor();
  await page.getByText('There is no new trial.').waitFor();
  await page.getByLabel('Visa ending in 0341').check();
  await page.getByRole('button', { name: 'Update' }).click();
  await page
    .getByRole('alert')
    .getByText('update failed. Please ensure all the information provided are correct.')
    .waitFor();
  await page.getByLabel('Visa ending in 4242').check();
  await page.getByRole('button', { name: 'Update' }).click();
  await page
    .getByRole('status')
    .getByText(/^\$250\.00 CAD was charged today\. The next charge is on /)
    .waitFor();
  await page.waitForURL('**/layout/dashboard');
  await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.goto('/layout/subscription-not-active');
  await page.waitForURL('**/layout/dashboard');
  await associate.page.goto('/layout/dashboard');
  await associate.page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
  expect(ownComplaints([...boss.complaints, ...associate.complaints])).toEqual([]);
});

test('a profile that fails to load says so and can be retried; only the super employee sees it', {
  tags: ['spec-2.53', 'spec-4.17', 'spec-4.19', 'spec-6.11', 'spec-8.27', 'spec-8.33', 'spec-8.39'],
}, async () => {
  const { page } = await world.openAt('/layout/mysales', world.team.company.owner);
  await page.getByTitle('Your menu').click();
  const { owner: pool } = world.program.core.database;
  const mends = [await breakReads(pool, 'company_account'), await breakReads(pool, 'employees')];
  await page.getByRole('link', { name: 'Company' }).click();
  const banner = page.getByRole('alert');
  const message = 'Internal server errror. Please contact your administrator';
  for (const text of ['Failed to retrieve the requested Data.', message, 'could not get employee count'])
    await banner.getByText(text, { exact: true }).waitFor();
  for (const mend of mends) await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(world.team.company.name, { exact: true }).waitFor();
  // A status that cannot be checked leads to the dashboard.
  const mend = await breakReads(pool, 'company_account');
  await page.getByRole('link', { name: 'Update' }).click();
  await page.waitForURL('**/layout/dashboard');
  await mend();
  await page.goBack();
  await page.getByRole('link', { name: 'Cancel' }).click();
  mends.push(await breakWrites(pool, { table: 'billing_intents', event: 'INSERT', condition: 'true' }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await banner.getByText('failed to cancel subscription').waitFor();
  await mends.at(-1)?.();

  const manager = await world.openAt('/layout/company-profile', world.team.manager);
  await manager.page.getByRole('heading', { name: 'Restricted Access' }).waitFor();
  await manager.page.goto(`/update-subscription/${world.team.company.companyId}`);
  await manager.page.getByRole('heading', { name: 'Restricted Access' }).waitFor();
});
