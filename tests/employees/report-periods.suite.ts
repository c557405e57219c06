import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { amount, soon } from '#tests/support/browser/screen-steps.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { TeamMember } from '#tests/support/sales-team.ts';
import { type Dates, datesOf, periodIn } from '../../web/src/features/employees/report-period.ts';

/** The first day of a week in the locale of these browsers, en-CA. */
const SUNDAY = 7;
const PERIODS = ['today', 'this-week', 'last-two-weeks', 'this-month', 'last-month'];

const commission = async (page: Page) => {
  const shown = page.getByTestId('report-commission');
  return (await shown.count()) === 0 ? 0 : amount(await shown.textContent());
};
const rowsOn = (page: Page) => page.locator('tbody tr').count();
const search = (page: Page) => new URL(page.url()).search;
const select = (page: Page) => page.getByLabel('Period');

/** The report of an employee for a period: a fortnight, a month, dates of one's own. */
export function reportPeriods(world: BrowserWorld): void {
  const reportOf = (person: TeamMember | undefined) =>
    `/layout/allemployees/employee/report/${person?.employeeId}`;
  const today = localDate(new Date().toISOString(), DAYTIME_ZONE);
  const datesIn = (kind: string) => {
    const dates = datesOf(periodIn(new URLSearchParams({ period: kind })), today, SUNDAY);
    if (!dates) throw new Error(`${kind} has no dates`);
    return dates;
  };

  /** What the API says of the employee for these dates. */
  async function expected(person: TeamMember | undefined, { from, to }: Dates) {
    const api = await world.signIn(world.team.manager);
    const query = `${person?.employeeId}?from=${from}&to=${to}`;
    const { requestedData } = (await api.get(`/api/logs/getlogs/${query}`)).body;
    const total = (await api.get(`/api/sales/get-commission/${query}`)).body.commission as number;
    return { total, rows: requestedData as ShiftLogRow[] };
  }

  async function sell(person: TeamMember | undefined, entryDate: string, price: number): Promise<void> {
    const { company } = world.team;
    const { core, progress } = world.program;
    await done(
      core.commands.sales.recordSale(contextOf(company.companyId, { now: new Date().toISOString() }), {
        ...{ employeeId: person?.employeeId ?? '', campaignId: company.campaigns[0]?.campaignId ?? '' },
        ...{ name: 'Panels', entryDate, price, status: 'Closed', actorIsManager: true },
      }),
    );
    expect(await progress.waitFor(await core.store.head(), MAX_WAIT_MS)).toBe(true);
  }

  test('a manager reads, prints and downloads the report of a period', async () => {
    const wei = world.people[5];
    const fortnight = datesIn('last-two-weeks');
    const dates = [fortnight.from, fortnight.to, daysBefore(fortnight.from, 1), datesIn('last-month').from];
    for (const [at, date] of dates.entries()) await sell(wei, date, 1000 * (at + 1));
    const boss = await world.openAt(reportOf(wei), world.team.manager);
    const { page } = boss;
    const isShown = async (kind: string) => {
      const { total, rows } = await expected(wei, datesIn(kind));
      expect(rows.length, kind).toBeGreaterThan(0);
      await soon(async () => [await commission(page), await rowsOn(page)]).toEqual([total, rows.length]);
      expect(await select(page).inputValue()).toBe(kind);
      expect(search(page)).toBe(`?period=${kind}`);
    };
    await page.getByText('Report of all dates').waitFor();
    expect(await select(page).locator('option').allTextContents()).toEqual([
      'All dates',
      'Today',
      'This week',
      'Last two weeks',
      'This month',
      'Last month',
      'From–to',
    ]);
    await select(page).focus();
    for (const kind of PERIODS) {
      await select(page).selectOption(kind);
      await isShown(kind);
      // The keyboard stays where it was.
      expect(await select(page).evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await page.reload();
    await isShown('last-month');
    await page.goBack();
    await isShown('this-month');
    await page.goBack();
    await isShown('last-two-weeks');

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const name = `report Wei Zhang ${fortnight.from} to ${fortnight.to}.csv`;
    expect((await file).suggestedFilename()).toBe(name);
    const [, ...lines] = (await readFile(await (await file).path(), 'utf8')).trim().split(/\r?\n/);
    const { rows } = await expected(wei, fortnight);
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ login_date }) => login_date));

    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Wei Zhang' }).waitFor();
    await page.getByText(/^Report of .+ – .+, \d{4}/).waitFor();
    expect(await select(page).isVisible()).toBe(false);
    expect(await page.getByLabel('Date', { exact: true }).isVisible()).toBe(false);
    expect(boss.complaints).toEqual([]);
  });

  test('a range of dates is asked for, and is kept beside the query of one date', async () => {
    const wei = world.people[5];
    const boss = await world.openAt(reportOf(wei), world.team.manager);
    const { page } = boss;
    await select(page).selectOption('From–to');
    await page.getByRole('button', { name: 'Query' }).click();
    // Nothing without both dates.
    expect(search(page)).toBe('');
    await page.getByLabel('From', { exact: true }).fill('2020-02-29');
    await page.getByLabel('To', { exact: true }).fill('2019-12-30');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await page.getByText('Report of Dec 30, 2019 – Feb 29, 2020').waitFor();
    await page.getByText('No shifts in this period').waitFor();
    expect(search(page)).toBe('?from=2019-12-30&to=2020-02-29');
    await page.reload();
    await page.getByText('No shifts in this period').waitFor();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2019-12-30');

    // A period gives way to one date, and the range is there again by Back.
    await select(page).selectOption('Today');
    await page.getByLabel('Date', { exact: true }).fill('2020-02-28');
    await page.getByLabel('Date', { exact: true }).press('Enter');
    await page.getByText('No shift on this date').waitFor();
    expect(await select(page).inputValue()).toBe('date');
    await page.goBack();
    await page.goBack();
    await page.getByText('No shifts in this period').waitFor();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2020-02-29');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Report of all dates').waitFor();
    expect(search(page)).toBe('');
    expect(boss.complaints).toEqual([]);
  });

  test('an address with a wrong period says so on every screen and shows no figures; an open range is one', async () => {
    const wei = world.people[5];
    const [boss, self] = [
      await world.openAt(reportOf(wei), world.team.manager),
      await world.openDashboard(wei),
    ];
    const card = `/layout/allemployees/employee/${wei?.employeeId}`;
    const screens = [
      { page: boss.page, path: reportOf(wei) },
      { page: boss.page, path: card },
      { page: boss.page, path: `/layout/allemployees/employee/sales/${wei?.employeeId}` },
      { page: self.page, path: '/layout/myshifts' },
      { page: self.page, path: '/layout/mysales' },
    ];
    for (const { page, path } of screens) {
      for (const wrong of [
        'from=2026-11-30&to=2026-10-01',
        ...(path.includes('sales') ? [] : ['date=2026-02-30']),
      ]) {
        await page.goto(`${path}?${wrong}`);
        await page.getByText('These dates are not a period').waitFor();
        expect(await page.getByTestId(/commission$/).count(), path).toBe(0);
      }
      await page.getByRole('link', { name: 'Show all' }).click();
      await page.getByText('These dates are not a period').waitFor({ state: 'detached' });
      expect(search(page)).toBe('');
    }
    const { total, rows } = await expected(wei, { from: '2020-01-01', to: '2031-01-01' });
    for (const open of ['from=2020-01-01', 'to=2031-01-01']) {
      await boss.page.goto(`${reportOf(wei)}?${open}`);
      await boss.page.getByText(/^Report (since Jan 1, 2020|until Jan 1, 2031)/).waitFor();
      await soon(async () => [await commission(boss.page), await rowsOn(boss.page)]).toEqual([
        total,
        rows.length,
      ]);
    }
    expect([...boss.complaints, ...self.complaints]).toEqual([]);
  });

  test('commission by period is on the card of an employee, and in the own My Shifts', async () => {
    const wei = world.people[5];
    const fortnight = datesIn('last-two-weeks');
    await sell(wei, fortnight.to, 700);
    const { total, rows } = await expected(wei, fortnight);
    const boss = await world.openAt(`/layout/allemployees/employee/${wei?.employeeId}`, world.team.manager);
    const { page } = boss;
    const shown = page.getByTestId('employee-commission');
    await select(page).selectOption('last-two-weeks');
    await soon(async () => (await shown.count()) && amount(await shown.textContent())).toBe(total);
    await shown.getByRole('button').click();
    await page.getByRole('dialog').getByText('The lines below add up to what is shown').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Shifts of the period' }).click();
    await soon(() => commission(page)).toBe(total);

    const self = await world.openDashboard(wei);
    await self.page.getByRole('link', { name: 'My Shifts' }).click();
    await self.page.getByRole('heading', { name: 'My Shifts' }).waitFor();
    await select(self.page).selectOption('last-two-weeks');
    await soon(async () => [await commission(self.page), await rowsOn(self.page)]).toEqual([
      total,
      rows.length,
    ]);
    // Shifts are changed by managers.
    expect(
      await self.page.getByRole('button', { name: /^(Shift Duration|Login Time|Add shift) of/ }).count(),
    ).toBe(0);
    expect([...boss.complaints, ...self.complaints]).toEqual([]);
  });

  test('today is that of the employee, a day ahead or behind', async () => {
    const mateo = world.people[7];
    const hour = new Date().getUTCHours();
    // About one in the morning of tomorrow, or ten in the evening of yesterday, for the people of this team.
    const zone = hour >= 11 ? `Etc/GMT-${25 - hour}` : `Etc/GMT+${hour + 2}`;
    const there = await world.program.signIn(mateo?.email ?? '', undefined, zone);
    const theirs = localDate(new Date().toISOString(), zone);
    expect(theirs).not.toBe(today);
    const campaignId = world.team.company.campaigns[0]?.campaignId ?? '';
    await there.post('/api/sales/addsale', { name: 'One', campaignId, price: '500', status: 'Closed' });

    const boss = await world.openAt(`${reportOf(mateo)}?period=today`, world.team.manager);
    const { total } = await expected(mateo, { from: theirs, to: theirs });
    expect(total).toBeGreaterThan(0);
    await soon(() => commission(boss.page)).toBe(total);
    expect(await rowsOn(boss.page)).toBe(1);
    expect(boss.complaints).toEqual([]);
  });
}
