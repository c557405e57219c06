import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import * as endpoints from '#contracts/endpoints/pay.endpoints.ts';
import * as lines from '#contracts/endpoints/pay-lines.endpoints.ts';
import * as rules from '#contracts/endpoints/pay-rules.endpoints.ts';
import { daysBefore } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { centsToNumber, parseAmount } from '#contracts/money.ts';
import { type PayPeriod, periodFrom, presentPeriod } from '#contracts/pay/pay-periods.ts';
import { type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { ofWhom } from '#platform/http/of-whom.ts';
import { isManager } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { PayCommands } from './pay.commands.ts';
import { payrollRoutes } from './payroll.routes.ts';
import { createPayroll, type Payroll, type PayrollDeps } from './payroll.ts';
import { adjustedBy, shownLines, shownSales } from './shown-lines.ts';
import { NO_PAY, pendingOn, periodsNow, periodToPay, statementsFor, withApprover } from './statements.ts';

type PayQueries = Pick<Queries, 'payRulesOf' | 'payOf' | 'payOfAll' | 'lockedLines' | 'payPeople'> &
  Pick<Queries, 'saleNames' | 'addedLines' | 'dueNow' | 'exposureOf' | 'wasEverEmployee' | 'saleById'> &
  Pick<Queries, 'namesOf' | 'waitingSales' | 'waitingSale' | 'managersOf' | 'isCampaign' | 'paidBefore'>;

export type PayRoutesDeps = {
  readonly queries: PayQueries;
  readonly commands: PayCommands;
  readonly atOneMoment: PayrollDeps['atOneMoment'];
  /** Resolves when the read models show all that is acknowledged by now; false when that takes too long. */
  readonly readAll: () => Promise<boolean>;
  readonly clock: Clock;
  /** The events at these ascending positions in words. */
  readonly entriesAt: (companyId: string, positions: readonly number[]) => Promise<readonly HistoryEntry[]>;
};

/** How many of the dates on which another schedule may begin are listed. */
const NEXT_STARTS = 12;

/** Pay: rules, statements and payroll. */
export function payRoutes(route: Route, deps: PayRoutesDeps): void {
  const payroll = createPayroll(deps);
  rulesRoutes(route, { ...deps, payroll });
  statementRoutes(route, deps);
  payrollRoutes(route, { ...deps, payroll });
  lineRoutes(route, deps);
}

function rulesRoutes(
  route: Route,
  { queries, commands, payroll, clock, readAll }: PayRoutesDeps & { readonly payroll: Payroll },
): void {
  route(rules.getPayRules, async ({ caller }) => {
    const { schedules, clawbackDays, verified } = await queries.payRulesOf(caller.companyId);
    const now = clock.now().toISOString();
    const period = presentPeriod(schedules, now);
    const periods = isManager(caller) ? periodsNow(schedules, now) : [];
    const people = await queries.payOfAll(caller.companyId, periods);
    const starts: string[] = [];
    for (let at = period; at && starts.length < NEXT_STARTS; at = periodFrom(schedules, starts.at(-1) ?? ''))
      starts.push(daysBefore(at.to, -1));
    return answer({
      schedules: schedules.map(({ rhythm, firstDay, timeZone }) => ({
        ...{ rhythm, first_day: firstDay, time_zone: timeZone },
      })),
      to_pay: periodToPay(schedules, periods, people.values(), now),
      ...{ clawback_days: clawbackDays, verified_campaigns: [...verified], period, next_starts: starts },
    });
  });

  route(rules.setPaySchedule, async (call) => {
    const { rhythm, firstDay, timeZone } = call.body;
    const outcome = await payroll.setSchedule(call.command(call.caller), { rhythm, firstDay, timeZone });
    return outcome.ok ? said('scheduleSet', outcome.position) : outcome;
  });

  route(rules.setClawback, async (call) => {
    const outcome = await commands.setClawbackWindow(call.command(call.caller), { days: call.body.days });
    return outcome.ok ? said('clawbackSet', outcome.position) : outcome;
  });

  route(rules.setVerification, async (call) => {
    const { campaignId, required } = call.body;
    // A campaign of a moment ago can be named.
    await readAll();
    if (!(await queries.isCampaign(call.caller.companyId, campaignId))) return rejected('noSuchCampaign');
    const verification = { campaignId, isRequired: String(required) === 'true' };
    const outcome = await commands.setVerification(call.command(call.caller), verification);
    return outcome.ok ? said('verificationSet', outcome.position) : outcome;
  });
}

function statementRoutes(route: Route, deps: PayRoutesDeps): void {
  const { queries, clock } = deps;

  async function statementsOf(companyId: string, employeeId: string) {
    const now = clock.now().toISOString();
    const { schedules } = await queries.payRulesOf(companyId);
    const pay = (await queries.payOf(companyId, [employeeId])).get(employeeId) ?? NO_PAY;
    return statementsFor(schedules, periodsNow(schedules, now), pay, now);
  }

  /** Full names by id. */
  async function namesOf(companyId: string, employeeIds: readonly (string | null)[]) {
    const known = employeeIds.filter((id) => id !== null);
    const named = await queries.namesOf(companyId, known);
    return new Map(named.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
  }

  route(endpoints.getStatements, ({ caller: { companyId, ...caller }, query }) =>
    ofWhom({ companyId, ...caller }, query.employeeId, queries, async (employeeId) => {
      const summaries = (await statementsOf(companyId, employeeId)).map(({ summary }) => summary).reverse();
      const approvers = summaries.map(({ approved_by }) => approved_by);
      const names = await namesOf(companyId, approvers);
      const { cents, until } = await queries.exposureOf(companyId, employeeId, clock.now().toISOString());
      return answer({
        requestedData: summaries.map((summary) => withApprover(summary, names)),
        exposure: { amount: centsToNumber(cents), until },
      });
    }),
  );

  route(endpoints.getStatement, ({ caller: { companyId, ...caller }, params: { from }, query }) =>
    ofWhom({ companyId, ...caller }, query.employeeId, queries, async (employeeId) => {
      const statements = await statementsOf(companyId, employeeId);
      const found = statements.find(({ summary }) => summary.from === from);
      if (!found) return rejected('noSuchPayPeriod');
      const { summary } = found;
      const lines = found.lines ?? (await queries.lockedLines(companyId, employeeId, from));
      const ids = lines.map(({ id }) => id);
      const dueNow = found.lines ? null : await queries.dueNow(companyId, employeeId, ids);
      const names = await namesOf(companyId, [employeeId, summary.approved_by]);
      const waiting = found.lines ? await queries.waitingSales(companyId, employeeId) : [];
      const adjusted = await adjustedBy(deps, { companyId, employeeId, lines, from });
      const statement = {
        ...{ employee_id: employeeId, name: names.get(employeeId) ?? '' },
        ...withApprover(summary, names),
        lines: await shownLines(queries, { companyId, lines, dueNow, adjusted }),
        pending: await shownSales(queries, companyId, pendingOn(statements, found, waiting)),
      };
      return answer({ requestedData: [statement] });
    }),
  );
}

function lineRoutes(route: Route, { queries, commands, clock, readAll }: PayRoutesDeps): void {
  /** The period that begins on a date, or the present one. */
  async function periodFor(companyId: string, from: string | undefined): Promise<Result<PayPeriod>> {
    const { schedules } = await queries.payRulesOf(companyId);
    const present = periodsNow(schedules, clock.now().toISOString()).at(-1);
    if (!present) return rejected('noPaySchedule');
    const period = from === undefined ? present : periodFrom(schedules, from);
    return period && period.from <= present.from ? { ok: true, value: period } : rejected('noSuchPayPeriod');
  }

  route(lines.confirmSale, async (call) => {
    const { companyId, employeeId } = call.caller;
    // What the associate changed a moment ago counts, too.
    await readAll();
    const sale = await queries.waitingSale(companyId, call.params.id);
    if (!sale) return rejected('saleNotPending');
    const { since = sale.since } = call.body;
    if (Number(since) !== sale.since) return rejected('saleChanged');
    const isOwn = sale.employeeId === employeeId;
    if (isOwn && (await queries.managersOf(companyId)).length > 1) return rejected('ownSale');
    const confirmed = { employeeId: sale.employeeId, saleId: sale.id, saleRevision: sale.saleRevision };
    const outcome = await commands.confirmSale(call.command(call.caller), confirmed);
    return outcome.ok ? said('saleConfirmed', outcome.position) : outcome;
  });

  route(lines.addPayLine, async (call) => {
    const { employeeId, kind, amount, reason, saleId = null } = call.body;
    const { caller } = call;
    // A schedule, an employee or a sale of a moment ago counts, too.
    await readAll();
    if (!(await queries.wasEverEmployee(caller.companyId, employeeId))) return rejected('noSuchEmployee');
    const cents = parseAmount(amount);
    if (cents === null) return rejected('invalidPayAmount');
    if (saleId !== null && !(await queries.saleById(caller.companyId, saleId, employeeId)))
      return rejected('noSuchSale');
    const period = await periodFor(caller.companyId, call.body.period);
    if (!period.ok) return period;
    const line = { employeeId, period: period.value, kind, cents, reason, saleId };
    return lineAnswer('payLineAdded', await commands.addLine(call.command(caller), line));
  });

  route(lines.undoPayLine, async (call) => {
    const { employeeId, reason } = call.body;
    const { caller } = call;
    await readAll();
    const period = await periodFor(caller.companyId, undefined);
    if (!period.ok) return period;
    const undone = { employeeId, lineId: call.params.id, reason, period: period.value };
    return lineAnswer('payLineCountered', await commands.undoLine(call.command(caller), undone));
  });
}

function lineAnswer(
  message: MessageCode,
  outcome: Awaited<ReturnType<PayCommands['addLine']>>,
): Answer<{ message: string; id: string }> {
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    position: outcome.position,
    reply: { message: messages[message], id: outcome.value.lineId },
  };
}

function said(message: MessageCode, position: number): Answer<{ message: string }> {
  return { ok: true, position, reply: { message: messages[message] } };
}
