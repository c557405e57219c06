import { hash } from 'node:crypto';
import type { LocalDate } from '#contracts/local-date.ts';
import type { MessageCode } from '#contracts/messages.ts';
import {
  isAhead,
  isOver,
  type PayPeriod,
  type PaySchedule,
  periodFrom,
  periodsUntil,
  periodWith,
} from '#contracts/pay/pay-periods.ts';
import { inOrder, textOfLines, type UnlockedLine, unlockedStatements } from '#contracts/pay/statement.ts';
import { type Result, rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { PayCommands, ScheduleInput } from './pay.commands.ts';
import type { ReadStatement } from './statement.decider.ts';
import { versionOf } from './statements.ts';

export type PayFacts = Pick<Queries, 'payRulesOf' | 'payOf' | 'importedPay' | 'historyEnds'> &
  Pick<Queries, 'managersOf'>;

export type PayrollDeps = {
  readonly commands: Pick<PayCommands, 'decide' | 'setSchedule'>;
  /** One database snapshot answers all questions. */
  readonly atOneMoment: <Answer>(read: (queries: PayFacts) => Promise<Answer>) => Promise<Answer>;
  /** Resolves when the read models show all that is acknowledged by now; false when that takes too long. */
  readonly readAll: () => Promise<boolean>;
};

/** Statements that one snapshot reads, and that are written before the read models catch up: sales wait no longer. */
const AT_ONCE = 10;
/** Statements that are written at the same time. */
const TOGETHER = 4;

/** What became of each statement; a refused one does not hold up the others. */
export type PayrollOutcome = {
  readonly done: readonly string[];
  readonly refused: readonly { readonly employeeId: string; readonly code: MessageCode }[];
  /** Of the last event; undefined: none was written. */
  readonly position: number | undefined;
};

type PaidBefore = Pick<ReadStatement, 'employeeId' | 'payEvents' | 'through'> & {
  readonly lines: readonly UnlockedLine[];
};

type Decide = (ctx: CommandContext, statement: ReadStatement) => Promise<CommandOutcome<unknown>>;

/** Approving, returning and locking the statements of a period. */
export function createPayroll({ commands, atOneMoment, readAll }: PayrollDeps) {
  /** The statements of some people for a period, and the position that they are read up to. */
  function read(companyId: string, period: PayPeriod, employeeIds: readonly string[]) {
    return atOneMoment(async (queries): Promise<ReadStatement[]> => {
      const { schedules } = await queries.payRulesOf(companyId);
      const through = (await queries.historyEnds(companyId)).last?.position ?? START;
      const pay = await queries.payOf(companyId, employeeIds);
      const periods = periodsUntil(schedules, period.from);
      return [...pay].map(([employeeId, person]) => {
        const statements = unlockedStatements(periods, person);
        const lines = statements.find(({ from }) => from === period.from)?.lines ?? [];
        const followsUnlocked = statements.some(({ from, hasOwnLines }) => hasOwnLines && from < period.from);
        const { payEvents } = person;
        return { ...period, employeeId, lines, digest: digestOf(lines), through, payEvents, followsUnlocked };
      });
    });
  }

  /**
   * Some at once, each a decision of its own: a process that is killed has decided on some and not on others. Where the
   * read models stand still, the rest is left for another time.
   */
  async function each(
    ctx: CommandContext,
    period: PayPeriod,
    employeeIds: readonly string[],
    decide: Decide,
  ): Promise<PayrollOutcome> {
    const done: string[] = [];
    const refused: { employeeId: string; code: MessageCode }[] = [];
    let position: number | undefined;
    for (let next = 0; next < employeeIds.length; next += AT_ONCE) {
      const left = await read(ctx.companyId, period, employeeIds.slice(next, next + AT_ONCE));
      const work = async () => {
        for (let statement = left.pop(); statement; statement = left.pop()) {
          const outcome = await decide(ctx, statement);
          const { employeeId } = statement;
          if (!outcome.ok) refused.push({ employeeId, code: outcome.code });
          else {
            done.push(employeeId);
            position = Math.max(position ?? START, outcome.position);
          }
        }
      };
      await Promise.all(Array.from({ length: TOGETHER }, work));
      if (await readAll()) continue;
      for (const employeeId of employeeIds.slice(next + AT_ONCE))
        refused.push({ employeeId, code: 'unavailable' });
      break;
    }
    return { done, refused, position };
  }

  return {
    /** The period that begins on this date and is over; its statements can be decided on. */
    async endedPeriod(companyId: string, from: LocalDate, now: string): Promise<Result<PayPeriod>> {
      const { schedules } = await atOneMoment((queries) => queries.payRulesOf(companyId));
      const period = periodFrom(schedules, from);
      if (!period) return rejected('noSuchPayPeriod');
      return isOver(schedules, period, now) ? { ok: true, value: period } : rejected('payPeriodNotOver');
    },

    /**
     * Approves as the caller. Their own only where no other manager is. `versions`: by employee, what the caller saw;
     * null: as it is now.
     */
    async approve(
      ctx: CommandContext,
      period: PayPeriod,
      employeeIds: readonly string[],
      versions: Pick<URLSearchParams, 'get'> | null = null,
    ) {
      const managers = await atOneMoment((queries) => queries.managersOf(ctx.companyId));
      const hasOthers = managers.some((id) => id !== ctx.actorId);
      return each(ctx, period, employeeIds, async (of, statement) => {
        const isOwn = statement.employeeId === ctx.actorId;
        if (isOwn && hasOthers) return rejected('ownStatement');
        const isSeen = !versions || versions.get(statement.employeeId) === versionOf(statement.lines);
        if (!isSeen) return rejected('statementChanged');
        return commands.decide(of, { type: 'Approve', statement, isOwn });
      });
    },

    returnToReview: (
      ctx: CommandContext,
      period: PayPeriod,
      employeeIds: readonly string[],
      reason: string,
    ) =>
      each(ctx, period, employeeIds, (of, statement) =>
        commands.decide(of, { type: 'Return', statement, reason }),
      ),

    /** Locks and pays what is approved as it is now. Repeating it goes on where a killed process stopped. */
    async lock(ctx: CommandContext, period: PayPeriod, employeeIds: readonly string[]) {
      const { managers, clawbackDays } = await atOneMoment(async (queries) => ({
        managers: await queries.managersOf(ctx.companyId),
        ...(await queries.payRulesOf(ctx.companyId)),
      }));
      return each(ctx, period, employeeIds, (of, statement) => {
        const hasOtherManagers = managers.some((id) => id !== statement.employeeId);
        const how = { clawbackDays, isImported: false, hasOtherManagers };
        return commands.decide(of, { type: 'Lock', statement, ...how });
      });
    },

    /** Sets the schedule of a company. What counts as paid with the first one is counted, if that has begun. */
    async setSchedule(ctx: CommandContext, input: ScheduleInput) {
      const outcome = await commands.setSchedule(ctx, input);
      if (outcome.ok) await countImported(ctx);
      return outcome;
    },

    countImported,
  };

  /**
   * Puts what counts as paid on statements in the state `imported`, and takes from them what imports took away, once the
   * first period has begun. It is on no statement to come, counted or not. Repeating it changes nothing. Where the read
   * models stand still, or the process is killed, the job counts it.
   */
  async function countImported(ctx: CommandContext): Promise<void> {
    if (!(await readAll())) return;
    const { schedules, pay, through } = await atOneMoment(async (queries) => ({
      ...(await queries.payRulesOf(ctx.companyId)),
      pay: await queries.importedPay(ctx.companyId),
      through: (await queries.historyEnds(ctx.companyId)).last?.position ?? START,
    }));
    const [first] = schedules;
    if (!first || isAhead(first, ctx.now)) return;
    for (const [employeeId, { lines, payEvents }] of pay)
      await lockImported(ctx, first, { employeeId, lines, payEvents, through });
  }

  /** Locks these lines as paid before, in periods of the schedule's rhythm. */
  async function lockImported(ctx: CommandContext, schedule: PaySchedule, person: PaidBefore): Promise<void> {
    const { employeeId, lines, through } = person;
    const byPeriod = Map.groupBy(lines, ({ paysOn }) => periodWith(schedule, paysOn).from);
    let { payEvents } = person;
    for (const from of [...byPeriod.keys()].sort()) {
      const its = inOrder((byPeriod.get(from) ?? []).map(lineOnly));
      const statement = {
        ...{ ...periodWith(schedule, from), employeeId, lines: its, digest: digestOf(its), through },
        ...{ payEvents, followsUnlocked: false },
      };
      const how = { clawbackDays: null, isImported: true, hasOtherManagers: false };
      const outcome = await commands.decide(ctx, { type: 'Lock', statement, ...how });
      if (outcome.ok) payEvents = outcome.value.events;
    }
  }
}

function lineOnly({ paysOn, ...line }: UnlockedLine) {
  return line;
}

/** Lower-case hex digits. */
function digestOf(lines: Parameters<typeof textOfLines>[0]): string {
  return hash('sha256', textOfLines(lines));
}

export type Payroll = ReturnType<typeof createPayroll>;
