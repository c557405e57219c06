import { expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { byThePage, hasFocus } from '#tests/support/browser/screen-parts.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { breakEvents } from '#tests/support/servers/break-database.ts';

const world = browserWorld();

test('the shift duration is changed in place: one digit, Enter, and all boards show it', {
  tags: ['spec-4.6', 'spec-5.39', 'spec-8.38'],
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
  const mend = await breakEvents(world.program.core.database.owner, 'ShiftDurationSet');
  await own.page.keyboard.press('Enter');
  await shift.getByText('Failed to edit data. If the problem persists').waitFor();
  await mend();
  await shift.getByRole('button', { name: 'Shift Duration: 8 hrs. Edit' }).press('Enter');
  await own.page.keyboard.type('6');
  await own.page.keyboard.press('Enter');
  await shift.getByText('Data updated successfully').waitFor();
  await shift.getByRole('button', { name: 'Shift Duration: 6 hrs. Edit' }).waitFor();
  await other.page.getByRole('row', { name: /Noah/ }).getByText('6 hrs').waitFor();
  expect(byThePage(own.complaints)).toEqual([]);
});

test('a session over midnight has a new shift, and the screen says why; a shift that cannot start does, too', {
  tags: ['spec-8.34'],
}, async () => {
  const { page } = await world.openAs(world.people[2]);
  // Where it is another date now, the person has not begun.
  const dateIn = (timeZone: string) => localDate(new Date().toISOString(), timeZone);
  const elsewhere = ['Etc/GMT-14', 'Etc/GMT+12'].find((zone) => dateIn(zone) !== dateIn(DAYTIME_ZONE));
  // The session is there, and so is the shift of the other date, which is over there.
  for (const table of ['sessions', 'read.employee_days'])
    await world.program.core.database.owner.query(
      `UPDATE ${table} SET time_zone = $1 WHERE employee_id = $2`,
      [elsewhere, world.people[2]?.employeeId],
    );
  // The process looks its sessions up again every second.
  const me = async () =>
    (await (await page.request.get('/api/employees/getemployee')).json()).requestedData[0];
  await soon(async () => (await me()).login_time).toBeNull();
  const mend = await breakEvents(world.program.core.database.owner, 'ShiftStarted');
  await page.goto('/layout/dashboard');
  const shift = page.getByRole('region', { name: 'Shift Details' });
  await shift.getByText('Error reload page').waitFor();
  await mend();
  await shift.getByRole('button', { name: 'Reload page' }).click();
  await shift.getByText(/Your shift began at .+, as you were still signed in/).waitFor();
  await shift.getByText('0.00').waitFor();
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
  await page.getByTestId('weekly-chart').scrollIntoViewIfNeeded();
  await page.locator('canvas').waitFor();
  expect(await page.evaluate<number>('seen.shift')).toBeLessThanOrEqual(0.02);
  for (const title of ['My Goal', 'Shift Details', 'Daily Billboard', 'Weekly Stats'])
    await page.getByRole('region', { name: title }).waitFor();
});

test('the library of the chart comes when its panel does', async () => {
  const { page } = await world.openAs(world.people[3], { height: 500, isNew: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const library = () => asked.filter((path) => path.includes('weekly-chart-drawing'));
  await page.goto('/layout/dashboard');
  await page.getByText('Show the values').waitFor();
  expect(library()).toEqual([]);
  await page.getByTestId('weekly-chart').scrollIntoViewIfNeeded();
  await page.locator('canvas').waitFor();
  expect(library()).not.toEqual([]);
});
