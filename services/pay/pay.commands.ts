import type { ExtraKind } from '#contracts/events/pay.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { Cents } from '#contracts/money.ts';
import type { PayPeriod, PaySchedule } from '#contracts/pay/pay-periods.ts';
import { rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { derivedId, isId } from '#platform/ids.ts';
import { type PayRulesState, payRulesDecider } from './pay-rules.decider.ts';
import { type PayCommand, type PayState, statementDecider } from './statement.decider.ts';

export type NewPayLine = {
  readonly employeeId: string;
  readonly period: PayPeriod;
  readonly kind: Exclude<ExtraKind, 'counter'>;
  readonly cents: Cents;
  readonly reason: string;
  readonly saleId: string | null;
};

export type UndonePayLine = {
  readonly employeeId: string;
  readonly lineId: string;
  readonly reason: string;
  /** Where the counter line goes when the statement of the line is locked. */
  readonly period: PayPeriod;
};

export type ScheduleInput = Pick<PaySchedule, 'firstDay' | 'timeZone'> & { readonly rhythm: string };

export type PayCommands = {
  setSchedule(ctx: CommandContext, input: ScheduleInput): Promise<CommandOutcome<PayRulesState>>;
  /** Days after payment within which a reduction is taken back; null: without end. */
  setClawbackWindow(
    ctx: CommandContext,
    input: { readonly days: string | number | null },
  ): Promise<CommandOutcome<PayRulesState>>;
  setVerification(
    ctx: CommandContext,
    input: { readonly campaignId: string; readonly isRequired: boolean },
  ): Promise<CommandOutcome<PayRulesState>>;
  /** Confirms a sale of an employee as it was at a revision of its stream. Repeating it changes nothing. */
  confirmSale(
    ctx: CommandContext,
    sale: { readonly employeeId: string; readonly saleId: string; readonly saleRevision: number },
  ): Promise<CommandOutcome<PayState>>;
  /** Approves, returns or locks one statement. Repeating it changes nothing. */
  decide(
    ctx: CommandContext,
    command: Extract<PayCommand, { readonly type: 'Approve' | 'Return' | 'Lock' }>,
  ): Promise<CommandOutcome<PayState>>;
  addLine(ctx: CommandContext, input: NewPayLine): Promise<CommandOutcome<{ readonly lineId: string }>>;
  undoLine(ctx: CommandContext, input: UndonePayLine): Promise<CommandOutcome<{ readonly lineId: string }>>;
};

/** Routes check who may give them. */
export function createPayCommands({ handle }: Pick<CommandDeps, 'handle'>): PayCommands {
  const ofRules = (companyId: string) => streams.payRules(companyId);

  async function onPay(ctx: CommandContext, employeeId: string, command: PayCommand) {
    return handle(ctx, streams.pay(ctx.companyId, employeeId), statementDecider, command);
  }

  return {
    setSchedule: (ctx, input) =>
      handle(ctx, ofRules(ctx.companyId), payRulesDecider, { type: 'SetSchedule', ...input, now: ctx.now }),

    setClawbackWindow: (ctx, { days }) =>
      handle(ctx, ofRules(ctx.companyId), payRulesDecider, { type: 'SetClawbackWindow', days }),

    setVerification: (ctx, input) =>
      handle(ctx, ofRules(ctx.companyId), payRulesDecider, { type: 'SetVerification', ...input }),

    confirmSale: (ctx, sale) => onPay(ctx, sale.employeeId, { type: 'Confirm', ...sale }),

    decide(ctx, command) {
      const { employeeId, from } = command.statement;
      const commandId = derivedId(ctx.commandId, command.type, employeeId, from);
      return onPay({ ...ctx, commandId }, employeeId, command);
    },

    async addLine(ctx, { employeeId, period, ...line }) {
      const reason = readShortText(line.reason);
      if (!reason) return rejected(reason === null ? 'invalidText' : 'payReasonMissing');
      const lineId = derivedId(ctx.commandId, 'pay line');
      const added = { ...line, reason, lineId, undoes: null };
      const outcome = await onPay(ctx, employeeId, { type: 'AddLine', employeeId, period, line: added });
      return outcome.ok ? { ...outcome, value: { lineId } } : outcome;
    },

    async undoLine(ctx, { employeeId, lineId, period, reason: text }) {
      const reason = readShortText(text);
      if (!reason) return rejected(reason === null ? 'invalidText' : 'payReasonMissing');
      if (!isId(lineId)) return rejected('noSuchPayLine');
      const newId = derivedId(ctx.commandId, 'pay line');
      const command = { type: 'UndoLine', employeeId, lineId, newId, reason, period } as const;
      const outcome = await onPay(ctx, employeeId, command);
      return outcome.ok ? { ...outcome, value: { lineId: newId } } : outcome;
    },
  };
}
