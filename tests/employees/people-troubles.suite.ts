import { expect, test } from 'vitest';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { expectMessageBeforeLeaving } from '#tests/support/browser/message-before-leaving.ts';
import { confirmDelete } from '#tests/support/browser/screen-parts.ts';
import { breakEvents, breakReads } from '#tests/support/servers/break-database.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';

const employeePath = (id: string | undefined) => `/layout/allemployees/employee/${id}`;

/** Refused changes, failed loads and deleted employees. */
export function peopleTroubles(world: BrowserWorld): void {
  test('refused changes and deleted people are reported in place', {
    tags: ['spec-2.47', 'spec-2.49', 'spec-6.12', 'spec-8.28', 'spec-8.35', 'spec-8.39', 'spec-8.40'],
  }, async () => {
    const { owner: boss, managers, associates } = await world.program.seedCompany({ associates: 9 });
    const [first, second, leaver] = associates;
    const [manager] = managers as [SeededPerson];
    // With a shift today.
    await world.signIn(second);
    const { page } = await world.openAs(manager);
    // People cannot delete themselves or the super employee, nor take over the super employee's account.
    for (const { employeeId } of [boss, manager]) {
      await page.goto(employeePath(employeeId));
      await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    }
    await page.goto(employeePath(`edit/${boss.employeeId}`));
    expect(await page.getByLabel('Email').getAttribute('readonly')).not.toBeNull();

    // A chart without values, and one that could not be loaded.
    await page.goto(employeePath(first?.employeeId));
    await page.getByText('No data to display').waitFor();
    // Live updates load it, too: the connection is cut until the button is pressed.
    const chartCall = '**/api/logs/getchartdata/*';
    await page.route(chartCall, (route) => route.abort());
    await page.goto(employeePath(second?.employeeId));
    await page.getByText('No Graph Data to be displayed').waitFor();
    await page.unroute(chartCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('canvas').waitFor();

    // A deletion that the database refuses.
    const { owner: pool } = world.program.core.database;
    let mend = await breakEvents(pool, 'EmployeeDeleted');
    await confirmDelete(page);
    await page.getByRole('alert').getByText('Could Not delete employee').waitFor();
    await mend();

    // The log of a date that cannot be loaded.
    await page.goto(employeePath(`report/${second?.employeeId}`));
    await page.getByText('Report of all dates').waitFor();
    mend = await breakReads(pool, 'employee_days');
    await page.getByLabel('Date').fill('2020-02-29');
    await page.getByLabel('Date').press('Enter');
    await page.getByRole('alert').getByText('Failed to retrieve the requested Data.').waitFor();
    await mend();

    // The employee is deleted while their form is open.
    await page.goto(employeePath(`edit/${leaver?.employeeId}`));
    await page.getByLabel('Last Name').fill('Berg');
    const owner = await world.signIn(boss);
    await owner.delete(`/api/employees/delete/${leaver?.employeeId}`);
    await page.getByRole('button', { name: 'Save employee' }).click();
    await page.getByText('This employee does not exist').waitFor();
    await page.goto(employeePath(`edit/${leaver?.employeeId}`));
    await page.getByText('This employee does not exist').waitFor();
    await page.goto(employeePath(`report/${managers[0]?.employeeId.replace(/.$/, '_')}`));
    await page.getByText('This employee does not exist').waitFor();
    await page.getByRole('link', { name: 'All Employees' }).last().click();

    // A list keeps its scroll position on return; a new page starts at the top.
    await page.setViewportSize({ width: 1440, height: 360 });
    await page.getByRole('link', { name: 'Associate1 Test' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 120));
    await page.getByRole('link', { name: 'Associate1 Test' }).click();
    await page.getByRole('heading', { name: 'Associate1 Test' }).waitFor();
    const scrolled = () => page.evaluate(() => window.scrollY);
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(scrolled).toBe(120);

    // An own edit changes the greeting; a manager who gives up the role loses the screens of managers.
    await page.goto(employeePath(`edit/${manager.employeeId}`));
    await page.getByLabel('First Name').fill('Marcus');
    await page.getByRole('button', { name: 'Save employee' }).click();
    await page.getByText('Hello, Marcus').waitFor();
    await page.waitForURL(/allemployees$/);
    await page.goto(employeePath(`edit/${manager.employeeId}`));
    await page.getByLabel('Employee Role').selectOption('sales associate');
    await expectMessageBeforeLeaving(page, 'Data updated successfully', () =>
      page.getByRole('button', { name: 'Save employee' }).click(),
    );
    await page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
    await page.goto('/layout/myteam');
    await page.getByText('You do not have access to this page').waitFor();
  });
}
