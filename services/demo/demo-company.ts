import type pg from 'pg';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { DAY_MS, type LocalDate, localDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { wrongVariable } from '#platform/environment.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { SaleOutcome } from '#services/sales/sales.commands.ts';
import { HOME_ZONE, MANAGER } from './demo-cast.ts';
import { type DemoCommands, demoCommands, demoContext } from './demo-commands.ts';
import { createDemoPayFacts, type DemoPayFacts } from './demo-pay-facts.ts';
import { paydaySteps } from './demo-payday.ts';
import { type DateOfAll, type DaySoFar, planUntil, type SaleInPlan, WEEKS } from './demo-plan.ts';
import {
  addPeople,
  addStructure,
  type Campaigns,
  type DemoAccounts,
  type Employees,
  foundDemo,
  startSubscription,
} from './demo-structure.ts';
import { createInOrder, type Step } from './in-order.ts';

export type DemoDeps = {
  readonly store: EventStore;
  readonly accounts: DemoAccounts;
  readonly clock: Clock;
  /** Tests load fewer. */
  readonly weeks?: number;
};

/**
 * Loads the demo company, unless it exists, by the commands of the API, in the order of their times, which end now. An
 * interrupted load is completed with its original times. Returns the position that a read model must have reached to
 * show all of it.
 */
export async function loadDemoCompany({ store, accounts, clock, weeks = WEEKS }: DemoDeps): Promise<number> {
  const [subscription] = await store.read(streams.subscription(DEMO_COMPANY_ID), { limit: 1 });
  if (subscription) return subscription.position;
  const inOrder = createInOrder(store);
  const commands = demoCommands(inOrder.store);
  const historyMs = (weeks * 7 + 2) * DAY_MS;
  const foundedAt = (await formerFounding(store)) ?? instant(clock.now().getTime() - historyMs);
  const now = instant(Date.parse(foundedAt) + historyMs);
  const entryDate = localDate(foundedAt, HOME_ZONE);

  const ownerId = await foundDemo(commands, accounts, foundedAt);
  const campaigns = await addStructure(commands, { at: foundedAt, ownerId, entryDate });
  const team = { at: foundedAt, now, ownerId, campaigns };
  const { employees, newcomers } = await addPeople(commands, accounts, team);
  const facts = createDemoPayFacts([ownerId, employees.get(MANAGER.key) ?? '']);
  const known = { campaigns, employees, facts };
  const days = planUntil(now, weeks).flatMap((day) => stepsOfDay(commands, known, day));
  const paydays = paydaySteps({ commands, facts, ownerId, employees, foundedAt, now });
  await inOrder.run([...newcomers, ...days, ...paydays]);
  // Last, because it marks the load as complete.
  return startSubscription(commands, { foundedAt, now, seats: employees.size + 1 });
}

type LoadQueries<Shift> = {
  companyAccount(companyId: string): Promise<{ readonly status: string | null } | undefined>;
  openShifts(): Promise<readonly Shift[]>;
};

/** The open shifts of all companies, without a demo company whose load is under way: the load itself ends its shifts. */
export function openShiftsBesideLoad<Shift extends { readonly companyId: string }>(
  queries: LoadQueries<Shift>,
) {
  return async (): Promise<readonly Shift[]> => {
    const isLoaded = (await queries.companyAccount(DEMO_COMPANY_ID))?.status != null;
    const shifts = await queries.openShifts();
    return isLoaded ? shifts : shifts.filter(({ companyId }) => companyId !== DEMO_COMPANY_ID);
  };
}

/** Throws CliError while the demo company has accounts: their password is published. */
export async function refuseDemoAccounts(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query('SELECT FROM accounts WHERE company_id = $1 LIMIT 1', [
    DEMO_COMPANY_ID,
  ]);
  if (rowCount === 0) return;
  throw wrongVariable(
    'NODE_ENV',
    'takes development while the demo company has accounts, whose password is published; for production erase it ' +
      'with `npm run retention -- --demo --apply`, or set ALLOW_IN_PRODUCTION=demo-accounts',
  );
}

async function formerFounding(store: EventStore): Promise<string | undefined> {
  const [founded] = await store.read(streams.company(DEMO_COMPANY_ID), { limit: 1 });
  return founded && decodeEvent(founded).metadata.at;
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The steps of all employees on one date: logins, sales, follow-ups of older leads, logouts. */
function stepsOfDay(
  commands: DemoCommands,
  { campaigns, employees, facts }: { campaigns: Campaigns; employees: Employees; facts: DemoPayFacts },
  { days, followUps }: DateOfAll,
): Step[] {
  const idOf = ({ person }: DaySoFar) => employees.get(person.key) ?? '';

  const recording = ({ day, sale, index }: SaleInPlan): CommandContext => {
    const employeeId = idOf(day);
    return demoContext(sale.at, employeeId, 'sale', employeeId, day.date, String(index));
  };

  /** A sale that is Closed now was earned on that date. */
  function recordSale(outcome: CommandOutcome<SaleOutcome>, earnedOn: LocalDate): void {
    const { value, position } = facts.record(outcome);
    if (value.sale.status === 'Closed') facts.closed(value, position, earnedOn);
  }

  async function logIn(day: DaySoFar): Promise<void> {
    const employeeId = idOf(day);
    const ctx = demoContext(day.startsAt, employeeId, 'login', employeeId, day.date);
    facts.record(await commands.login(ctx, { employeeId, timeZone: day.timeZone }));
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
    recordSale(recorded, planned.day.date);
  }

  async function followUp({ at, status, ...planned }: DateOfAll['followUps'][number]): Promise<void> {
    const { commandId, actorId } = recording(planned);
    const ctx = demoContext(at, actorId, 'follow up', commandId);
    const saleId = derivedId(commandId, 'sale');
    const edited = await commands.editSale(ctx, { saleId, status, actorIsManager: false });
    recordSale(edited, localDate(at, planned.day.timeZone));
  }

  async function logOut(day: DaySoFar, endsAt: string): Promise<void> {
    const employeeId = idOf(day);
    const ctx = demoContext(endsAt, employeeId, 'logout', employeeId, day.date);
    facts.record(await commands.logout(ctx, { employeeId, loginDate: day.date }));
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
