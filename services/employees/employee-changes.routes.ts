import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { removed, written } from '#platform/http/written.ts';
import type { EmployeeAccounts } from './employee-accounts.port.ts';
import { BLANK, type EmployeeInput, readEmployeeForm } from './employee-fields.ts';
import { type EmployeeOutcome, type EmployeesCommands, newEmployeeId } from './employees.commands.ts';
import { type EndOfShifts, endShifts } from './end-shifts.ts';

export type EmployeeChangesDeps = EndOfShifts & {
  readonly commands: Pick<EmployeesCommands, 'addEmployee' | 'editEmployee' | 'deleteEmployee'>;
  readonly accounts: EmployeeAccounts;
  /** What is wrong with a password that somebody is given; null when nothing is. */
  readonly refusedPassword: (password: string) => MessageCode | null;
  readonly queries: EndOfShifts['queries'] & {
    /** What a campaign and its goal are called now. */
    campaignNames(
      companyId: string,
      campaignId: string | null,
    ): Promise<Pick<endpoints.ListedEmployee, 'campaign_name' | 'goal_name'>>;
  };
};

type Written = Promise<Answer<{ message: string; requestedData: endpoints.ListedEmployee[] }>>;

export function employeeChangesRoutes(route: Route, deps: EmployeeChangesDeps): void {
  route(endpoints.addEmployee, (call) => addEmployee(call, deps));
  route(endpoints.editEmployee, (call) => editEmployee(call, deps));
  route(endpoints.deleteEmployee, (call) => deleteEmployee(call, deps));
}

async function addEmployee(call: Call<typeof endpoints.addEmployee>, deps: EmployeeChangesDeps): Written {
  const { body, caller } = call;
  const ctx = call.command(caller);
  const input = { ...said(body), managerId: body.managerId || caller.employeeId };
  // A form that cannot be right costs no hash and claims no email.
  const form = readEmployeeForm(input, BLANK);
  if (typeof form === 'string') return refuse(form);
  const password = body.password ?? '';
  const refused = deps.refusedPassword(password);
  if (refused !== null) return refuse(refused);

  const employeeId = newEmployeeId(ctx);
  const outcome = await deps.accounts.admit({ companyId: ctx.companyId, employeeId }, password, (claim) =>
    deps.commands.addEmployee(ctx, { ...input, employeeId }, claim),
  );
  return shown(ctx.companyId, outcome, 'employeeAdded', deps);
}

async function editEmployee(call: Call<typeof endpoints.editEmployee>, deps: EmployeeChangesDeps): Written {
  const ctx = call.command(call.caller);
  const employeeId = call.params.id;
  const input = { ...said(call.body), employeeId };
  // Without an email said, none changes, and nobody has to wait for a turn at the account.
  const outcome =
    input.email === undefined
      ? await deps.commands.editEmployee(ctx, input)
      : await deps.accounts.move({ companyId: ctx.companyId, employeeId }, (claim) =>
          deps.commands.editEmployee(ctx, input, claim),
        );
  return shown(ctx.companyId, outcome, 'updated', deps);
}

async function deleteEmployee(
  call: Call<typeof endpoints.deleteEmployee>,
  deps: EmployeeChangesDeps,
): Promise<Answer<{ message: string }>> {
  const ctx = call.command(call.caller);
  const person = { companyId: ctx.companyId, employeeId: call.params.id };
  const timeZone = await deps.accounts.timeZoneOf(person);
  const outcome = await deps.accounts.dismiss(person, () => deps.commands.deleteEmployee(ctx, person));
  if (!outcome.ok) return outcome;
  const ended = await endShifts(ctx, person.employeeId, timeZone, deps);
  const position = Math.max(outcome.position, ended);
  return removed({ ...outcome, position }, 'employeeDeleted');
}

/** The fields of a form by our names for them; the campaign's name that it sends along does not count. */
function said(body: BodyOf<typeof endpoints.editEmployee>): EmployeeInput {
  const { firstName, lastName, username, employeeRole, employeeNumber } = body;
  const { shiftDuration, campaignId, managerId } = body;
  const who = { firstName, lastName, email: username, employeeNumber };
  return { ...who, role: employeeRole, campaignId, managerId, shiftDuration };
}

async function shown(
  companyId: string,
  outcome: Awaited<ReturnType<EmployeesCommands['editEmployee']>>,
  message: MessageCode,
  { queries }: EmployeeChangesDeps,
): Written {
  if (!outcome.ok) return outcome;
  const names = await queries.campaignNames(companyId, outcome.value.employee.campaignId);
  return written(outcome, message, ({ employeeId, employee }: EmployeeOutcome) => ({
    id: employeeId,
    first_name: employee.firstName,
    last_name: employee.lastName,
    email: employee.email,
    employee_role: employee.role,
    employee_number: employee.employeeNumber,
    campaign_id: employee.campaignId,
    ...names,
  }));
}
