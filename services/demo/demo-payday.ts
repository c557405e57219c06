import { Temporal } from 'temporal-polyfill';
import { daysBefore, type LocalDate, localDate } from '#contracts/local-date.ts';
import { type PayPeriod, periodsUntil } from '#contracts/pay/pay-periods.ts';
import { createPayroll } from '#services/pay/payroll.ts';
import { ASSOCIATES, HOME_ZONE, MANAGER } from './demo-cast.ts';
import { type DemoCommands, demoContext } from './demo-commands.ts';
import type { DemoPayFacts } from './demo-pay-facts.ts';
import type { Employees } from './demo-structure.ts';
import type { Step } from './in-order.ts';

const CLAWBACK_DAYS = 90;
const CLAIM = 'The tariff that I sold to the bakery is missing';
const BONUS = { cents: 10_000, reason: 'Best seller of the week' } as const;
/** Percent; more than any sale of the demo has from the beginning. */
const LATER_DISCOUNT = 20;

type PaydayDeps = {
  readonly commands: DemoCommands;
  readonly facts: DemoPayFacts;
  readonly ownerId: string;
  readonly employees: Employees;
  /** The demo begins and ends then, UTC ISO-8601. */
  readonly foundedAt: string;
  readonly now: string;
};

/**
 * Weekly pay since three weeks before the present week, or since the first week that the demo has from its first day:
 * what was earned before counts as paid, the last week is in review, and those between are paid. The best seller has a
 * bonus in the last paid week, a sale of the first whose discount was granted after its lock, and a claim about the week
 * in review.
 */
export function paydaySteps({ commands, facts, ownerId, employees, foundedAt, now }: PaydayDeps): Step[] {
  const presentWeek = monday(localDate(now, HOME_ZONE));
  const firstWeek = daysBefore(monday(localDate(foundedAt, HOME_ZONE)), -7);
  const wanted = daysBefore(presentWeek, 21);
  const firstDay = wanted > firstWeek ? wanted : firstWeek;
  const schedule = { rhythm: 'weekly', firstDay, timeZone: HOME_ZONE } as const;
  const paid = periodsUntil([schedule], daysBefore(presentWeek, 14));

  const managerId = employees.get(MANAGER.key) ?? '';
  const sellerId = employees.get(ASSOCIATES[0]?.key ?? '') ?? '';
  const payroll = createPayroll({
    // A load that goes on counts again what it had counted, by the same commands.
    commands: { decide, setSchedule },
    atOneMoment: (read) => read(facts.queries),
    // The facts know of each event at once.
    readAll: async () => true,
  });

  async function decide(...[ctx, command]: Parameters<typeof commands.pay.decide>) {
    const outcome = await commands.pay.decide(ctx, command);
    facts.record(outcome);
    facts.decided(command);
    return outcome;
  }

  async function setSchedule(...[ctx, input]: Parameters<typeof commands.pay.setSchedule>) {
    const outcome = await commands.pay.setSchedule(ctx, input);
    facts.record(outcome);
    facts.rulesSet({ schedule, clawbackDays: CLAWBACK_DAYS });
    return outcome;
  }

  async function setRules(at: string): Promise<void> {
    const window = demoContext(at, ownerId, 'clawback window');
    facts.record(await commands.pay.setClawbackWindow(window, { days: CLAWBACK_DAYS }));
    await payroll.setSchedule(demoContext(at, ownerId, 'pay schedule'), schedule);
  }

  /** The manager approves the statements of the others, the owner that of the manager. */
  async function approve(period: PayPeriod, at: string): Promise<void> {
    const ids = facts.peopleWithPay(period);
    const others = ids.filter((id) => id !== managerId);
    await payroll.approve(demoContext(at, managerId, 'approve', period.from), period, others);
    const own = ids.filter((id) => id === managerId);
    await payroll.approve(demoContext(at, ownerId, 'approve', period.from), period, own);
  }

  async function lock(period: PayPeriod, at: string): Promise<void> {
    const ids = facts.peopleWithPay(period);
    await payroll.lock(demoContext(at, ownerId, 'lock', period.from), period, ids);
  }

  async function addBonus(period: PayPeriod, at: string): Promise<void> {
    const ctx = demoContext(at, managerId, 'bonus', period.from);
    const line = { ...BONUS, kind: 'bonus', employeeId: sellerId, period, saleId: null } as const;
    const { value, position } = facts.record(await commands.pay.addLine(ctx, line));
    facts.addBonus(sellerId, { id: value.lineId, cents: BONUS.cents, paysOn: period.from }, position);
  }

  /** Of the sale with the highest commission. All locks are in the past: no statement depends on it during the load. */
  async function grantDiscount(period: PayPeriod, at: string): Promise<void> {
    const earned = facts.lockedLines(sellerId, period).filter(({ kind }) => kind === 'earned');
    const [highest] = earned.toSorted((a, b) => b.cents - a.cents);
    if (!highest) return;
    const edit = { saleId: highest.id, status: 'Closed', discount: LATER_DISCOUNT, actorIsManager: true };
    facts.record(await commands.editSale(demoContext(at, managerId, 'later discount'), edit));
  }

  async function claimMissingSale(at: string): Promise<void> {
    const week = daysBefore(presentWeek, 7);
    const about = {
      employeeId: sellerId,
      saleId: null,
      lineId: null,
      date: daysBefore(week, -3),
      from: week,
    };
    const claim = {
      ...about,
      kind: 'missing sale',
      seenCents: null,
      pinned: facts.newest(),
      text: CLAIM,
    } as const;
    facts.record(await commands.claims.open(demoContext(at, sellerId, 'claim'), claim));
  }

  const [first] = paid;
  const last = paid.at(-1);
  return [
    aloneAt(firstDay, '09:00', setRules),
    ...(last ? [aloneAt(daysBefore(last.to, -1), '11:00', (at) => addBonus(last, at))] : []),
    ...paid.flatMap((period) => [
      aloneAt(daysBefore(period.to, -2), '10:00', (at) => approve(period, at)),
      aloneAt(daysBefore(period.to, -2), '15:00', (at) => lock(period, at)),
    ]),
    ...(first ? [aloneAt(daysBefore(presentWeek, 5), '14:00', (at) => grantDiscount(first, at))] : []),
    ...(firstDay < presentWeek ? [aloneAt(presentWeek, '08:00', claimMissingSale)] : []),
  ]
    .flat()
    .filter(({ at }) => at <= now);
}

/** Begins when all earlier steps are done, at a time of day of the home zone; all later ones wait for it. */
function aloneAt(date: LocalDate, plainTime: string, run: (at: string) => Promise<void>): Step[] {
  const { epochMilliseconds } = Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: HOME_ZONE,
    plainTime,
  });
  const at = new Date(epochMilliseconds).toISOString();
  const step = { at, about: 'payday', forAll: true } as const;
  return [
    { ...step, run: async () => {} },
    { ...step, run: () => run(at) },
  ];
}

/** The Monday of the week with this date. */
function monday(date: LocalDate): LocalDate {
  return daysBefore(date, Temporal.PlainDate.from(date).dayOfWeek - 1);
}
