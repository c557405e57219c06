import { csvRow, UTF8_MARK } from '#contracts/csv.ts';
import * as endpoints from '#contracts/endpoints/pay.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { PayPeriod } from '#contracts/pay/pay-periods.ts';
import { rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { answer, type Call, type Route } from '#platform/http/call.ts';
import type { PayRoutesDeps } from './pay.routes.ts';
import type { Payroll, PayrollOutcome } from './payroll.ts';
import { NO_PAY, pendingOn, periodsNow, statementsFor, withApprover } from './statements.ts';

export type PayrollRoutesDeps = Pick<PayRoutesDeps, 'queries' | 'clock' | 'readAll'> & {
  readonly payroll: Payroll;
};

/** The statements of all people for a period: looking at them, approving, locking, and the file for the payroll program. */
export function payrollRoutes(route: Route, { queries, payroll, clock, readAll }: PayrollRoutesDeps): void {
  /** Everybody with a statement for the period, by name; null when no period begins then. */
  async function payrollOf(companyId: string, from: string) {
    const now = clock.now().toISOString();
    const { schedules } = await queries.payRulesOf(companyId);
    const periods = periodsNow(schedules, now).filter((each) => each.from <= from);
    const period = periods.at(-1);
    if (period?.from !== from) return null;
    const all = await queries.payOfAll(companyId, periods);
    const people = await queries.payPeople(companyId);
    const names = new Map(people.map((each) => [each.employee_id, `${each.first_name} ${each.last_name}`]));
    const waiting = Map.groupBy(await queries.waitingSales(companyId, null), (sale) => sale.employeeId);
    const rows = people.flatMap((each): endpoints.PayrollRow[] => {
      const { employee_id, employee_number } = each;
      const statements = statementsFor(schedules, periods, all.get(employee_id) ?? NO_PAY, now);
      const found = statements.find(({ summary }) => summary.from === from);
      if (!found) return [];
      const pending = pendingOn(statements, found, waiting.get(employee_id) ?? []).length;
      if (each.deleted && found.count + pending === 0) return [];
      const person = { employee_id, name: names.get(employee_id) ?? '', employee_number };
      return [{ ...person, ...withApprover(found.summary, names), lines: found.count, pending }];
    });
    return { ...period, rows: rows.sort((a, b) => a.name.localeCompare(b.name)) };
  }

  /** The named person, or all whose statement is in that state. */
  async function chosen(companyId: string, from: string, named: string | undefined, state: string) {
    if (named !== undefined) return [named];
    const { rows } = (await payrollOf(companyId, from)) ?? { rows: [] };
    return rows.flatMap((row) => (row.state === state && row.lines > 0 ? [row.employee_id] : []));
  }

  /** Runs `decide` on the statements of a period that is over. */
  async function onPeriod(
    { caller, params }: Pick<Call<typeof endpoints.approveStatements>, 'caller' | 'params'>,
    employeeId: string | undefined,
    message: MessageCode,
    decide: (period: PayPeriod) => Promise<PayrollOutcome>,
  ) {
    // What another manager decided a moment ago counts, too.
    await readAll();
    const period = await payroll.endedPeriod(caller.companyId, params.from, clock.now().toISOString());
    if (!period.ok) return period;
    if (employeeId !== undefined && !(await queries.wasEverEmployee(caller.companyId, employeeId)))
      return rejected('noSuchEmployee');
    const outcome = await decide(period.value);
    const [only] = outcome.refused;
    if (employeeId !== undefined && only) return rejected(only.code);
    return decided(message, outcome);
  }

  route(endpoints.getPayroll, async ({ caller, params: { from } }) => {
    const found = await payrollOf(caller.companyId, from);
    if (!found) return rejected('noSuchPayPeriod');
    const { rows, ...period } = found;
    return answer({ ...period, requestedData: rows });
  });

  route(endpoints.approveStatements, (call) =>
    onPeriod(call, call.query.employeeId, 'statementsApproved', async (period) => {
      const { companyId } = call.caller;
      const ids = await chosen(companyId, period.from, call.query.employeeId, 'in review');
      const { versions } = call.body;
      const seen = versions === undefined ? null : new URLSearchParams(versions);
      return payroll.approve(call.command(call.caller), period, ids, seen);
    }),
  );

  route(endpoints.returnStatement, (call) => {
    const reason = readShortText(call.body.reason);
    if (!reason) return rejected(reason === null ? 'invalidText' : 'payReasonMissing');
    const { employeeId } = call.body;
    return onPeriod(call, employeeId, 'statementReturned', (period) =>
      payroll.returnToReview(call.command(call.caller), period, [employeeId], reason),
    );
  });

  route(endpoints.lockPayroll, (call) =>
    onPeriod(call, call.query.employeeId, 'statementsLocked', async (period) => {
      const { companyId } = call.caller;
      const ids = await chosen(companyId, period.from, call.query.employeeId, 'approved');
      return payroll.lock(call.command(call.caller), period, ids);
    }),
  );

  route(endpoints.exportPayroll, async ({ caller, params: { from } }) => {
    const found = await payrollOf(caller.companyId, from);
    if (!found) return rejected('noSuchPayPeriod');
    const file = { name: `payroll-${from}.csv`, type: 'text/csv; charset=utf-8' };
    return { ok: true, reply: csvOf(found.rows.filter(({ state }) => state === 'paid')), file };
  });
}

async function* csvOf(rows: readonly endpoints.PayrollRow[]): AsyncGenerator<string, void, void> {
  const head = ['Employee number', 'Name', 'From', 'To', 'Earned', 'Adjustments', 'Bonuses'];
  yield `${UTF8_MARK}${csvRow([...head, 'Carried', 'Payable', 'Carried over'])}\r\n`;
  for (const row of rows) {
    const { employee_number, name, from, to, earned, adjustments, bonuses } = row;
    const cells = [employee_number, name, from, to, earned, adjustments, bonuses];
    yield `${csvRow([...cells, row.carried, row.payable, row.carried_over])}\r\n`;
  }
}

function decided(message: MessageCode, { done, refused, position }: PayrollOutcome) {
  const reply = {
    ...{ message: messages[message], done: [...done] },
    refused: refused.map(({ employeeId, code }) => ({
      ...{ employee_id: employeeId, error: code, message: messages[code] },
    })),
  };
  return { ok: true as const, reply, ...(position !== undefined && { position }) };
}
