import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import type { BodyOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import * as emails from '#contracts/endpoints/own-account.endpoints.ts';
import { type LocalDate, localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type Answer, answer, type Call, type Route, removed, written } from '#platform/http/call.ts';
import { derivedId } from '#platform/ids.ts';
import type { Taken } from '#platform/limits/limits.port.ts';
import type { Person } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { EmployeeOutcome } from './employee.decider.ts';
import { BLANK, type EmployeeInput, readEmployeeForm } from './employee-fields.ts';
import { type ClaimEmail, type EmployeesCommands, newEmployeeId } from './employees.commands.ts';

/**
 * The part of the accounts that adding, editing and deleting employees needs. Each method runs the command `work`
 * and returns its outcome. Afterwards the account matches the events, also when the command was rejected.
 */
type EmployeeAccounts = {
  /** The caller has checked the password; null: they set one by the invitation. */
  admit<Value>(
    person: Person,
    password: string | null,
    work: (claim: ClaimEmail) => Promise<CommandOutcome<Value>>,
  ): Promise<CommandOutcome<Value>>;
  /** Null when the employee does not exist. */
  emailOf(person: Person): Promise<string | null>;
  /** Ends the employee's sessions and frees the email. */
  dismiss<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>): Promise<CommandOutcome<Value>>;
  timeZoneOf(person: Person): Promise<string>;
  /** The employees of a company that have these emails. */
  ownersOf(companyId: string, emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

type Pending = ReplyOf<typeof emails.getPendingEmails>['requestedData'][number];

/** The changes of emails that wait for the new mailbox. */
type PendingEmails = {
  mayAsk(companyId: string, email: string): Promise<Taken>;
  /** Mails the links; an earlier wish ends. */
  ask(ctx: CommandContext, person: Person, email: string): Promise<void>;
  /** Ends the wish; false when there is none. */
  withdraw(ctx: CommandContext, person: Person): Promise<boolean>;
  /** Of the company. */
  pendingIn(companyId: string): Promise<readonly Pending[]>;
};

type Invitee = Person & {
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly requestedBy: string;
};

export type EmployeeChangesDeps = EndOfShifts & {
  readonly emails: PendingEmails;
  /** Mails an added employee the link that proves the email. */
  readonly invite: (invitee: Invitee) => Promise<unknown>;
  readonly commands: Pick<EmployeesCommands, 'addEmployee' | 'editEmployee' | 'deleteEmployee'>;
  readonly accounts: EmployeeAccounts;
  /** The first rule that a password chosen by a manager breaks; `about` are the names that it may not be. */
  readonly checkPassword: (password: string, about: readonly string[]) => Result;
  readonly queries: EndOfShifts['queries'] & Pick<Queries, 'campaignNames' | 'companyAccount'>;
  /** Resolves when the change of rights at that position holds for the next request of anybody in the company. */
  readonly rightsChanged: (companyId: string, position: number) => Promise<void>;
};

type Written = Promise<Answer<{ message: string; requestedData: endpoints.ListedEmployee[] }>>;

export function employeeChangesRoutes(route: Route, deps: EmployeeChangesDeps): void {
  route(endpoints.addEmployee, (call) => addEmployee(call, deps));
  route(endpoints.editEmployee, (call) => editEmployee(call, deps));
  route(endpoints.deleteEmployee, (call) => deleteEmployee(call, deps));
  route(emails.getPendingEmails, async ({ caller: { companyId } }) =>
    answer({ requestedData: [...(await deps.emails.pendingIn(companyId))] }),
  );
  route(emails.withdrawEmail, async (call) => {
    const { companyId } = call.caller;
    const person = { companyId, employeeId: call.params.id };
    const withdrawn = await deps.emails.withdraw(call.command(call.caller), person);
    return withdrawn ? answer({ message: messages.emailWithdrawn }) : rejected('noPendingEmail');
  });
}

async function addEmployee(call: Call<typeof endpoints.addEmployee>, deps: EmployeeChangesDeps): Written {
  const { body, caller } = call;
  const ctx = call.command(caller);
  const input = { ...said(body), managerId: body.managerId || caller.employeeId };
  // An invalid form must cost no hash and claim no email.
  const form = readEmployeeForm(input, BLANK);
  if (!form.ok) return form;
  const password = body.password || null;
  const { email, firstName, lastName } = form.value;
  const company = await deps.queries.companyAccount(ctx.companyId);
  const about = [email, `${firstName} ${lastName}`, lastName, company?.name ?? ''];
  const checked = password === null ? accepted() : deps.checkPassword(password, about);
  if (!checked.ok) return checked;

  const employeeId = newEmployeeId(ctx);
  const person = { companyId: ctx.companyId, employeeId };
  const owner = (await deps.accounts.ownersOf(ctx.companyId, [email])).get(email) ?? employeeId;
  // A hash costs more than all else here; the command says whether another refusal comes before this one.
  const outcome =
    owner === employeeId
      ? await deps.accounts.admit(person, password, (claim) =>
          deps.commands.addEmployee(ctx, { ...input, employeeId }, claim),
        )
      : await deps.commands.addEmployee(ctx, { ...input, employeeId }, async () => false);
  if (outcome.ok) {
    const names = { name: `${firstName} ${lastName}`, company: company?.name ?? 'Your company' };
    await deps.invite({ ...person, ...names, email, requestedBy: caller.employeeId });
  }
  return shown(ctx.companyId, outcome, 'employeeAdded', deps);
}

async function editEmployee(call: Call<typeof endpoints.editEmployee>, deps: EmployeeChangesDeps): Written {
  const ctx = call.command(call.caller);
  const employeeId = call.params.id;
  const input = { ...said(call.body), employeeId };
  const person = { companyId: ctx.companyId, employeeId };
  const wanted = readEmail(input.email ?? '');
  const present = await deps.accounts.emailOf(person);
  // Of an unknown employee the command says so, before anything is said about the email.
  const isNew = wanted !== null && present !== null && wanted !== present;
  if (isNew) {
    const owner = (await deps.accounts.ownersOf(ctx.companyId, [wanted])).get(wanted) ?? employeeId;
    if (owner !== employeeId) return rejected('emailTaken');
    const taken = await deps.emails.mayAsk(ctx.companyId, wanted);
    if (!taken.ok) return taken;
  }
  const outcome = await deps.commands.editEmployee(ctx, input);
  if (!outcome.ok) return outcome;
  if (isNew) await deps.emails.ask(ctx, person, wanted);
  await deps.rightsChanged(ctx.companyId, outcome.position);
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

/** The fields of a form by our names; forms also send the campaign's name, which is ignored. */
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

/** The part of the shifts slice that deleting an employee needs. */
type EndOfShifts = {
  readonly queries: Pick<Queries, 'openShiftDates'>;
  readonly endOfDeleted: (
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly loginDate: LocalDate },
  ) => Promise<CommandOutcome<unknown>>;
};

/**
 * Ends the shifts of a deleted employee: the open ones in the read models, and the one of their current date,
 * which the read models may not have yet. Returns the position to read from, 0 when none was open. The job at
 * midnight ends a shift that is missed here after a crash.
 */
async function endShifts(
  ctx: CommandContext,
  employeeId: string,
  timeZone: string,
  { queries, endOfDeleted }: EndOfShifts,
): Promise<number> {
  const open = await queries.openShiftDates(ctx.companyId, employeeId);
  let position = 0;
  for (const loginDate of new Set([...open, localDate(ctx.now, timeZone)])) {
    const commandId = derivedId(ctx.commandId, 'end shift', loginDate);
    const outcome = await endOfDeleted({ ...ctx, commandId }, { employeeId, loginDate });
    if (outcome.ok) position = Math.max(position, outcome.position);
  }
  return position;
}
