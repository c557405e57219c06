import type { LocalDate } from '#contracts/local-date.ts';
import type { PayPeriod, PaySchedule } from '#contracts/pay/pay-periods.ts';
import { totalsOf, type UnlockedLine } from '#contracts/pay/statement.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { PayFacts } from '#services/pay/payroll.ts';
import type { PayCommand, ReadStatement } from '#services/pay/statement.decider.ts';
import { NO_PAY } from '#services/pay/statements.ts';
import type { SaleOutcome } from '#services/sales/sales.commands.ts';
import { expectDone } from './demo-structure.ts';

type PersonPay = typeof NO_PAY;

export type DemoPayFacts = ReturnType<typeof createDemoPayFacts>;

/**
 * What the payroll asks the read models for, kept in memory while the demo is loaded: read models follow later. It comes
 * from the outcomes of commands, which are the same when an interrupted load is repeated; the head of the log is not.
 */
export function createDemoPayFacts(managers: readonly string[]) {
  const people = new Map<string, PersonPay>();
  const locked: ReadStatement[] = [];
  let schedules: readonly PaySchedule[] = [];
  let clawbackDays: number | null = null;
  let newest = START;

  const payOf = (employeeId: string) => people.get(employeeId) ?? NO_PAY;
  function change(employeeId: string, change: Partial<PersonPay>): void {
    people.set(employeeId, { ...payOf(employeeId), ...change });
  }

  /** Of these lines, those of before the first period. */
  const before = (lines: readonly UnlockedLine[]) =>
    lines.filter(({ paysOn }) => schedules[0] && paysOn < schedules[0].firstDay);

  const queries: PayFacts = {
    payRulesOf: async () => ({ schedules, clawbackDays, verified: [] }),
    importedPay: async () =>
      new Map([...people].map(([id, pay]) => [id, { ...pay, lines: before(pay.lines) }])),
    payOf: async (_companyId, employeeIds) => new Map(employeeIds.map((id) => [id, payOf(id)])),
    historyEnds: async () => ({ first: null, last: { position: newest, at: '' } }),
    managersOf: async () => [...managers],
  };

  return {
    queries,

    /** What a command left behind, and the position of its event. Throws when it was refused. */
    record<Value>(outcome: CommandOutcome<Value>): { readonly value: Value; readonly position: number } {
      const value = expectDone(outcome);
      const position = outcome.ok ? outcome.position : START;
      newest = Math.max(newest, position);
      return { value, position };
    },

    /** The event at `position` closed a sale. */
    closed({ saleId, sale }: SaleOutcome, position: number, earnedOn: LocalDate): void {
      if (sale.commissionCents === 0) return;
      const line: UnlockedLine = {
        ...{ kind: 'earned', id: saleId, since: position, paysOn: earnedOn },
        ...{ cents: sale.commissionCents, waivedCents: 0, dueCents: sale.commissionCents },
      };
      change(sale.employeeId, { lines: [...payOf(sale.employeeId).lines, line] });
    },

    /** The event at `position` is a bonus. */
    addBonus(employeeId: string, bonus: Pick<UnlockedLine, 'id' | 'cents' | 'paysOn'>, position: number) {
      const { lines, payEvents } = payOf(employeeId);
      const line = { ...bonus, kind: 'bonus', waivedCents: 0, dueCents: null, since: position } as const;
      change(employeeId, { lines: [...lines, line], payEvents: payEvents + 1 });
    },

    /** A statement was approved or locked. */
    decided({
      type,
      statement,
    }: Extract<PayCommand, { readonly type: 'Approve' | 'Return' | 'Lock' }>): void {
      const { employeeId, to } = statement;
      const { lines, payEvents } = payOf(employeeId);
      change(employeeId, { payEvents: payEvents + 1 });
      if (type !== 'Lock') return;
      locked.push(statement);
      const paid = new Set(statement.lines.map(({ id }) => id));
      change(employeeId, {
        lockedTo: to,
        carriedOver: totalsOf(statement.lines).carriedOver,
        lines: lines.filter(({ id }) => !paid.has(id)),
      });
    },

    /** The position of the newest event that is known. */
    newest: () => newest,

    rulesSet(rules: { readonly schedule: PaySchedule; readonly clawbackDays: number }): void {
      schedules = [rules.schedule];
      clawbackDays = rules.clawbackDays;
    },

    /** The people with a line that the statement for this period, or an earlier one, has. */
    peopleWithPay: ({ to }: PayPeriod): string[] =>
      [...people].flatMap(([id, { lines }]) => (lines.some(({ paysOn }) => paysOn <= to) ? [id] : [])),

    lockedLines: (employeeId: string, { from }: PayPeriod) =>
      locked.find((each) => each.employeeId === employeeId && each.from === from)?.lines ?? [],
  };
}
