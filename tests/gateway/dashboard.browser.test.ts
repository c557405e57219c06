import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { hasFocus } from '#tests/support/browser/screen-parts.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';

const world = browserWorld();

test('the shift duration is changed in place: one digit, Enter, and all boards show it', {
  tags: ['spec-4.6', 'spec-5.39'],
}, async () => {
  const own = await world.openDashboard(world.people[3]);
  const other = await world.openDashboard(world.people[1]);
  const shift = own.page.getByRole('region', { name: 'Shift Details' });
  await shift.getByRole('button', { name: 'Shift Duration: 8 hrs. Edit' }).click();
  const field = shift.getByPlaceholder('Eg: 8');
  await soon(() => hasFocus(field)).toBe(true);
  await own.page.keyboard.type('x');
  await soon(() => field.inputValue()).toBe('');
  await own.page.keyboard.type('21');
  await soon(() => field.inputValue()).toBe('1');
  await shift.getByText('hr', { exact: true }).waitFor();
  await own.page.keyboard.press('Escape');
  await shift.getByRole('button', { name: 'Shift Duration: 8 hrs. Edit' }).press('Enter');
  await soon(() => hasFocus(field)).toBe(true);
  await own.page.keyboard.type('6');
  await shift.getByText('hrs', { exact: true }).waitFor();
  await own.page.keyboard.press('Enter');
  await shift.getByText('Data updated successfully').waitFor();
  await shift.getByRole('button', { name: 'Shift Duration: 6 hrs. Edit' }).waitFor();
  await other.page.getByRole('row', { name: /Noah/ }).getByText('6 hrs').waitFor();
  expect(own.complaints).toEqual([]);
});

/** Changes the employee in the server's answer and blocks live updates, which would have the real one. */
async function tamperEmployee(
  page: Page,
  change: (reply: { requestedData: object[] }) => void,
): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/api/employees/getemployee', async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    change(reply);
    await route.fulfill({ response, json: reply });
  });
}

test('a card without the start of the shift says so, and a reload fixes it', {
  tags: ['spec-8.34'],
}, async () => {
  const { page } = await world.openAs(world.people[3]);
  await tamperEmployee(page, ({ requestedData }) =>
    Object.assign(requestedData[0] ?? {}, { login_time: null }),
  );
  await page.goto('/layout/dashboard');
  const shift = page.getByRole('region', { name: 'Shift Details' });
  await shift.getByText('Error reload page').waitFor();
  await page.unroute('**/api/employees/getemployee');
  await shift.getByRole('button', { name: 'Reload page' }).click();
  await shift.getByText('Login Time').waitFor();
});

test('a session over midnight has a new shift, and the screen says why', async () => {
  const { page, complaints } = await world.openAs(world.people[2]);
  // Where it is another date now, the person has not begun.
  const dateIn = (timeZone: string) => localDate(new Date().toISOString(), timeZone);
  const elsewhere = ['Etc/GMT-14', 'Etc/GMT+12'].find((zone) => dateIn(zone) !== dateIn(DAYTIME_ZONE));
  await world.program.core.pool.query(`UPDATE sessions SET time_zone = $1 WHERE employee_id = $2`, [
    elsewhere,
    world.people[2]?.employeeId,
  ]);
  // The process looks its sessions up again every second.
  const me = async () =>
    (await (await page.request.get('/api/employees/getemployee')).json()).requestedData[0];
  await soon(async () => (await me()).login_time).toBeNull();
  await page.goto('/layout/dashboard');
  const shift = page.getByRole('region', { name: 'Shift Details' });
  await shift.getByText(/Your shift began at .+, as you were still signed in/).waitFor();
  await shift.getByText('0.00').waitFor();
  expect(complaints).toEqual([]);
});

test('a dashboard without its employee leads to sign-in; one of an inactive company says so', {
  tags: ['spec-4.18'],
}, async () => {
  const { page } = await world.openAs(world.people[3]);
  await tamperEmployee(page, (reply) => Object.assign(reply, { subscriptionIsActive: false }));
  await page.goto('/layout/dashboard');
  await page.waitForURL('**/layout/subscription-not-active');
  await page.unroute('**/api/employees/getemployee');
  await page.route('**/api/employees/getemployee', (route) =>
    route.fulfill({ status: 401, json: { error: 'notLoggedIn', message: 'Please sign in to continue' } }),
  );
  await page.route('**/api/employees/is-logged-in', (route) =>
    route.fulfill({ json: { isLoggedIn: false } }),
  );
  await page.goto('/layout/dashboard');
  await page.waitForURL('**/login');
});

test('the board is loaded, and later content does not move', async () => {
  const { page } = await world.openAs(world.people[3], { motion: true });
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const asked = page.waitForRequest(/getlogsdaily/);
  await page.goto('/layout/dashboard');
  await asked;
  await page.locator('canvas').waitFor();
  expect(await page.evaluate<number>('seen.shift')).toBeLessThanOrEqual(0.02);
  for (const title of ['My Goal', 'Shift Details', 'Daily Billboard', 'Weekly Stats'])
    await page.getByRole('region', { name: title }).waitFor();
});
