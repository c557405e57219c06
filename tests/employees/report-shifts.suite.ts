import { expect, test } from 'vitest';
import type { BrowserWorld } from '#tests/support/browser/browser-world.ts';
import { soon, waitForSuccess } from '#tests/support/browser/screen-steps.ts';

/** What a manager changes in the report of an employee. */
export function reportShifts(world: BrowserWorld): void {
  test('a manager adds the shift of a date that has none, and corrects its start', async () => {
    const liam = world.people[4];
    const boss = await world.openAt(
      `/layout/allemployees/employee/report/${liam?.employeeId}`,
      world.team.manager,
    );
    const { page } = boss;
    await page.getByLabel('Date').fill('2020-02-28');
    await page.getByLabel('Date').press('Enter');
    await page.getByRole('button', { name: 'Add shift of' }).click();
    const form = page.getByRole('form', { name: 'Shift of' });
    await form.getByLabel('Start').fill('10:15');
    await form.getByLabel('Duration').fill('6');
    await form.getByRole('button', { name: 'Add' }).click();
    await waitForSuccess(page, 'Data updated successfully');
    const row = page.getByRole('row').nth(1);
    await row.getByText('Added').waitFor();
    await row.getByText(/^10:15\sa\.m\./).waitFor();
    await row.getByRole('button', { name: /6 hrs/ }).waitFor();

    // The time was wrong. Esc keeps it, and the focus is back on its button.
    const correct = row.getByRole('button', { name: /^Login Time of .* Edit$/ });
    await correct.click();
    await page.keyboard.press('Escape');
    await soon(() => correct.evaluate((element) => element === document.activeElement)).toBe(true);
    await correct.press('Enter');
    const start = page.getByRole('form', { name: 'Login Time of' }).getByLabel('Start');
    expect(await start.inputValue()).toBe('10:15');
    await start.fill('08:45');
    await start.press('Enter');
    await row.getByText('Corrected').waitFor();
    await row.getByText(/^8:45\sa\.m\./).waitFor();
    // There is no shift of a date to come.
    await page.getByLabel('Date').fill('2031-02-28');
    await page.getByLabel('Date').press('Enter');
    await page.getByText('No shift on this date').waitFor();
    expect(await page.getByRole('button', { name: 'Add shift of' }).count()).toBe(0);
    expect(boss.complaints).toEqual([]);
  });
}
