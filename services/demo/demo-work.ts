import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import { type DemoCommands, demoContext } from './demo-commands.ts';
import type { DateOfAll, DaySoFar, SaleInPlan } from './demo-plan.ts';
import { type Campaigns, type Employees, expectDone } from './demo-structure.ts';

/**
 * One date of everybody at once: the logins, what they sold and what became of older leads, then the logouts.
 * That is some hundred commands, enough for the store's batches, and the log reads like a diary.
 */
export async function workDay(
  commands: DemoCommands,
  { campaigns, employees }: { campaigns: Campaigns; employees: Employees },
  { days, followUps }: DateOfAll,
): Promise<void> {
  const idOf = ({ person }: DaySoFar) => employees.get(person.key) ?? '';

  const recording = ({ day, sale, index }: SaleInPlan): CommandContext => {
    const employeeId = idOf(day);
    return demoContext(sale.at, employeeId, 'sale', employeeId, day.date, String(index));
  };

  async function logIn(day: DaySoFar): Promise<void> {
    const employeeId = idOf(day);
    const ctx = demoContext(day.startsAt, employeeId, 'login', employeeId, day.date);
    expectDone(await commands.login(ctx, { employeeId, timeZone: day.timeZone }));
  }

  async function sell(planned: SaleInPlan): Promise<void> {
    const { campaign, at: _at, followUp: _later, ...input } = planned.sale;
    const recorded = await commands.recordSale(recording(planned), {
      ...input,
      employeeId: idOf(planned.day),
      campaignId: campaigns.get(campaign) ?? '',
      entryDate: planned.day.date,
      actorIsManager: false,
    });
    expectDone(recorded);
  }

  async function followUp({ at, status, ...planned }: DateOfAll['followUps'][number]): Promise<void> {
    const { commandId, actorId } = recording(planned);
    const ctx = demoContext(at, actorId, 'follow up', commandId);
    const saleId = derivedId(commandId, 'sale');
    expectDone(await commands.editSale(ctx, { saleId, status, actorIsManager: false }));
  }

  async function logOut(day: DaySoFar): Promise<void> {
    if (day.endsAt === null) return;
    const employeeId = idOf(day);
    const ctx = demoContext(day.endsAt, employeeId, 'logout', employeeId, day.date);
    expectDone(await commands.logout(ctx, { employeeId, loginDate: day.date }));
  }

  const sales = days.flatMap((day) => day.sales.map((sale, index) => ({ day, sale, index })));
  const inOrder = sales.toSorted((one, other) => (one.sale.at < other.sale.at ? -1 : 1));
  await Promise.all([...days.map(logIn), ...inOrder.map(sell), ...followUps.map(followUp)]);
  await Promise.all(days.map(logOut));
}
