import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { browserWorld } from '#tests/support/browser/browser-world.ts';
import { soon } from '#tests/support/browser/screen-steps.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { paths, pathTo } from '../../web/src/kit/paths.ts';

const world = browserWorld();

const DAY_MS = 86_400_000;
/** Within the chart of seven days. */
const pastDate = localDate(new Date(Date.now() - 4 * DAY_MS).toISOString(), DAYTIME_ZONE);

/** A sale of a past date, as an import brings it. */
async function sellThen(employeeId: string, price: string): Promise<string> {
  const { commands, clock } = world.program.core;
  const { companyId, campaigns } = world.team.company;
  const outcome = await commands.sales.recordSale(
    contextOf(companyId, { actorId: employeeId, now: clock.now().toISOString() }),
    {
      employeeId,
      campaignId: campaigns[0]?.campaignId ?? '',
      entryDate: pastDate,
      actorIsManager: false,
      ...{ name: 'Sold then', price, status: 'Closed' },
    },
  );
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.saleId;
}

const main = (page: Page) => page.getByRole('main');

test('screens of a past date learn of its sales and shifts, for managers and the person', async () => {
  const { employeeId = '' } = world.people[3] ?? {};
  const [seller, manager] = await Promise.all([
    world.signIn(world.people[3]),
    world.signIn(world.team.manager),
  ]);
  const missing = { employeeId, loginDate: pastDate, shiftDuration: 8, loginTime: '09:00' };
  const shifts = '/api/employees/edit/shiftDuration/manager';
  expect((await manager.patch(shifts, missing)).status).toBe(200);
  const saleId = await sellThen(employeeId, '1000');
  await sellThen(employeeId, '100');

  const boss = await world.openAs(world.team.company.owner);
  const own = await world.openAs(world.people[3]);
  async function open({ context }: typeof boss, path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(path);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  }
  const ofDate = `?from=${pastDate}&to=${pastDate}`;
  const [ledger, report, card, sale] = await Promise.all([
    open(boss, `${pathTo(paths.employeeSales, employeeId)}${ofDate}`),
    open(boss, `${pathTo(paths.employeeReport, employeeId)}?period=all`),
    open(boss, pathTo(paths.employee, employeeId)),
    open(boss, pathTo(paths.sale, saleId)),
  ]);
  const [ownSales, ownShifts] = await Promise.all([
    open(own, `${paths.mySales}${ofDate}`),
    open(own, `${paths.myShifts}?period=all`),
  ]);
  const all = [ledger, report, card, sale, ownSales, ownShifts];
  /** Each of these screens changes with the act; `text` where it says what. */
  async function changes(pages: readonly Page[], act: () => Promise<{ status: number }>): Promise<void> {
    const before = await Promise.all(pages.map((page) => main(page).textContent()));
    expect((await act()).status).toBe(200);
    for (const [at, page] of pages.entries()) {
      const message = `${all.indexOf(page)}: ${new URL(page.url()).pathname}`;
      await expect.poll(() => main(page).textContent(), { message }).not.toBe(before[at]);
    }
  }

  await main(ledger).getByText('$1,000.00').first().waitFor();
  const edit = (price: string) => ({ status: 'Closed', price });
  await changes(all, () => seller.patch(`/api/sales/editsale/${saleId}`, edit('8765')));
  await main(ledger).getByText('$8,765.00').first().waitFor();
  await main(sale).getByText('$8,765.00').first().waitFor();
  await changes(all, () => manager.patch(`/api/sales/editsale/${saleId}`, edit('4321')));
  await changes(all, () => seller.delete(`/api/sales/delete/${saleId}`, { entryDate: pastDate }));
  await soon(() => main(ledger).getByText('$4,321.00').count()).toBe(0);

  const shift = { employeeId, loginDate: pastDate };
  const starts = '/api/employees/edit/shiftstart/manager';
  await changes([report, ownShifts], () => manager.patch(starts, { ...shift, loginTime: '07:31' }));
  await changes([report, card, ownShifts], () => manager.patch(shifts, { ...shift, shiftDuration: 4 }));
  const earlier = localDate(new Date(Date.now() - 40 * DAY_MS).toISOString(), DAYTIME_ZONE);
  await changes([report, ownShifts], () => manager.patch(shifts, { ...missing, loginDate: earlier }));
});
