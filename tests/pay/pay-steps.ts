import fc from 'fast-check';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { periodsUntil } from '#contracts/pay/pay-periods.ts';
import type { WaitingSale } from '#projections/pay/pending-pay.queries.ts';
import { type PayCompany, type PayWorld, ZONE } from './pay-world.ts';

const ACTIONS = {
  ...{ record: 20, edit: 26, remove: 5, signIn: 4, pass: 14, approve: 16, lock: 14, addLine: 5, undoLine: 2 },
  ...{ returnOne: 1, clawback: 2, verify: 6, confirm: 4 },
} as const;
type Action = keyof typeof ACTIONS;

export const anyStep = fc.record({
  action: fc.oneof(
    ...Object.entries(ACTIONS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Action) })),
  ),
  numbers: fc.noBias(fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 })),
});
export type World = PayWorld & PayCompany;
export type Step = { readonly action: Action; readonly numbers: readonly number[] };

const STATUSES = ['Closed', 'Lead', 'Closed', 'None', 'Closed'] as const;
const ZONES = ['America/Toronto', 'America/Vancouver', 'Pacific/Auckland'] as const;
const pick = <Item>(items: readonly Item[], number = 0): Item => items[number % items.length] as Item;

/** What the steps before have made. */
export type Known = {
  readonly sales: { readonly saleId: string; readonly employeeId: string }[];
  readonly lines: string[];
  waiting: readonly WaitingSale[];
};

/** Takes one step; a refusal is one of the outcomes. */
export async function take(world: World, { action, numbers }: Step, known: Known) {
  const { commands, payroll, sellers, managers, campaigns, by } = world;
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  const employeeId = pick(sellers, first);
  const by2 = by(pick(managers, second));
  const today = localDate(world.now(), ZONE);
  const { schedules } = await world.queries.payRulesOf(world.companyId);
  const ended = periodsUntil(schedules, today).slice(0, -1);
  const lockedTo = [...(await world.queries.payOf(world.companyId, sellers)).values()].map(
    (each) => each.lockedTo,
  );
  // Mostly the one that is to be paid next.
  const next = ended.find(({ from }) => lockedTo.some((to) => to === null || to < from));
  const period = third % 4 === 0 ? pick(ended.slice(-3), fourth) : next;
  switch (action) {
    case 'record': {
      const sale = { name: 'A sale', price: String(fourth / 100), status: pick(STATUSES, third) };
      // Some late ones, some by the person.
      const entryDate = daysBefore(today, fourth % 3 === 0 ? fourth % 25 : 0);
      const actorIsManager = first % 3 === 0;
      const where = { employeeId, campaignId: pick(campaigns, second), entryDate, actorIsManager };
      const actor = actorIsManager ? by2 : by(employeeId);
      const outcome = await commands.sales.recordSale(actor, { ...sale, ...where });
      if (outcome.ok) known.sales.push({ saleId: outcome.value.saleId, employeeId });
      return;
    }
    case 'edit': {
      if (known.sales.length === 0) return;
      const edit = {
        status: pick(STATUSES, second),
        ...(third % 2 === 0 && { price: String(fourth / 100) }),
      };
      const campaignId = third % 5 === 0 ? pick(campaigns, fourth) : undefined;
      const sale = pick(known.sales, first);
      const actorIsManager = third % 3 === 0;
      const actor = actorIsManager ? by2 : by(sale.employeeId);
      await commands.sales.editSale(actor, { ...edit, saleId: sale.saleId, campaignId, actorIsManager });
      return;
    }
    case 'remove':
      if (known.sales.length > 0)
        await commands.sales.deleteSale(by2, {
          saleId: pick(known.sales, first).saleId,
          actorIsManager: true,
        });
      return;
    case 'signIn':
      await commands.shifts.begin(by(employeeId), {
        ...{ employeeId, timeZone: pick(ZONES, second), reason: 'refresh' },
      });
      return;
    case 'pass':
      world.pass((1 + (fourth % 40)) / 8);
      return;
    case 'approve':
      await world.read();
      if (period) await payroll.approve(by2, period, [...sellers]);
      return;
    case 'lock':
      await world.read();
      if (period) await payroll.lock(by2, period, [...sellers]);
      return;
    case 'addLine': {
      const present = periodsUntil(schedules, today).at(-1);
      const line = { kind: 'bonus', cents: fourth - 7000 || 1, reason: 'Well done', saleId: null } as const;
      const at = third % 2 === 0 ? present : period;
      if (!at) return;
      const outcome = await commands.pay.addLine(by2, { employeeId, period: at, ...line });
      if (outcome.ok) known.lines.push(`${employeeId} ${outcome.value.lineId}`);
      return;
    }
    case 'undoLine': {
      const [of, lineId] = pick(known.lines, first)?.split(' ') ?? [];
      const present = periodsUntil(schedules, today).at(-1);
      if (of && lineId && present)
        await commands.pay.undoLine(by2, { employeeId: of, lineId, reason: 'A slip', period: present });
      return;
    }
    case 'returnOne':
      await world.read();
      if (period) await payroll.returnToReview(by2, period, [employeeId], 'Look again');
      return;
    case 'clawback':
      await commands.pay.setClawbackWindow(by2, { days: third % 3 === 0 ? null : third % 20 });
      return;
    case 'verify':
      await commands.pay.setVerification(by2, {
        campaignId: pick(campaigns, first),
        isRequired: third % 5 > 0,
      });
      return;
    case 'confirm': {
      // As a manager's screen showed it a while ago: it may have changed since.
      const seen = known.waiting[second % Math.max(1, known.waiting.length)];
      if (seen) {
        const { id: saleId, employeeId: of, saleRevision } = seen;
        await commands.pay.confirmSale(by2, { employeeId: of, saleId, saleRevision });
      }
      await world.read();
      if (third % 3 === 0 || !seen) known.waiting = await world.queries.waitingSales(world.companyId, null);
    }
  }
}
