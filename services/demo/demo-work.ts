import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import { type DemoCommands, demoContext } from './demo-commands.ts';
import type { DateOfAll, DaySoFar, SaleInPlan } from './demo-plan.ts';
import { type Campaigns, type Employees, expectDone } from './demo-structure.ts';
import type { Step } from './in-order.ts';

/** One date of everybody at once: the logins, what they sold and what became of older leads, and the logouts. */
export function stepsOfDay(
  commands: DemoCommands,
  { campaigns, employees }: { campaigns: Campaigns; employees: Employees },
  { days, followUps }: DateOfAll,
): Step[] {
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

  async function logOut(day: DaySoFar, endsAt: string): Promise<void> {
    const employeeId = idOf(day);
    const ctx = demoContext(endsAt, employeeId, 'logout', employeeId, day.date);
    expectDone(await commands.logout(ctx, { employeeId, loginDate: day.date }));
  }

  const shiftOf = (day: DaySoFar) => `shift ${idOf(day)} ${day.date}`;
  const saleOf = (planned: SaleInPlan) => `sale ${recording(planned).commandId}`;
  const sales = days.flatMap((day) => day.sales.map((sale, index) => ({ day, sale, index })));
  return [
    ...days.map((day) => ({ at: day.startsAt, about: shiftOf(day), run: () => logIn(day) })),
    ...sales.map((sale) => ({ at: sale.sale.at, about: saleOf(sale), run: () => sell(sale) })),
    ...followUps.map((up) => ({ at: up.at, about: saleOf(up), run: () => followUp(up) })),
    ...days.flatMap((day) => {
      const { endsAt } = day;
      return endsAt === null ? [] : [{ at: endsAt, about: shiftOf(day), run: () => logOut(day, endsAt) }];
    }),
  ];
}
