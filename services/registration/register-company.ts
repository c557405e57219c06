import { EMPLOYEE_COUNT_RANGES } from '#contracts/company-kinds.ts';
import type { BodyOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { registerCompany } from '#contracts/endpoints/registration.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { normalizeName, readEmail, readShortText } from '#contracts/text.ts';
import { type CommandContext, type CommandOutcome, isSame } from '#platform/commands/command.ts';
import { createKeyedMutex } from '#platform/concurrency/mutex.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { CompanyNames } from './company-names.ts';
import type { EmailOwners } from './email-owners.ts';
import type { Pending, PendingRegistrations, Registrant } from './pending-registrations.ts';
import type { Passwords } from './registration.port.ts';
import { type EndRegistration, registrationStep, superEmployeeOf } from './registration-steps.ts';

export type RegisterDeps = {
  readonly companies: Pick<CompaniesCommands, 'registerCompany'>;
  readonly names: Pick<CompanyNames, 'isTaken'>;
  readonly ownerOf: EmailOwners;
  readonly pending: PendingRegistrations;
  readonly passwords: Passwords;
  readonly end: EndRegistration;
};

type Reply = ReplyOf<typeof registerCompany>;
export type Registered =
  | { readonly kind: 'registered'; readonly companyId: string; readonly position: number }
  | { readonly kind: 'exists'; readonly reply: Reply };

/** How many registrations of one email are compared to find a form that was sent twice. */
const REPEATED_AMONG = 3;

/**
 * Stores a form until its email is proven. Any number of forms may name the same email: a form with another person's
 * email blocks nothing. The same form sent again is the same company.
 */
export function createRegisterCompany(deps: RegisterDeps) {
  const inOrder = createKeyedMutex();

  async function register(
    ctx: CommandContext,
    form: RegistrationForm,
    /** The earlier unproven registration of the same browser. */
    former: string | null,
  ): Promise<CommandOutcome<Registered>> {
    const { registrant } = form;
    const existing = await exists(registrant, deps);
    if (existing) return { ok: true, position: 0, value: { kind: 'exists', reply: existing } };
    const companyId = await keep(derivedId(ctx.commandId, 'company'), form, deps);
    if (companyId === null) return rejected('idempotencyKeyReused');
    const outcome = await deps.companies.registerCompany(registrationStep(ctx, companyId, 'register'), {
      name: registrant.companyName,
      employeeCount: registrant.employeeCount,
      superEmployeeId: superEmployeeOf(companyId),
    });
    if (!outcome.ok) return outcome;
    if (former !== null && former !== companyId) await deps.end(ctx, former);
    const { position } = outcome;
    return { ok: true, position, value: { kind: 'registered', companyId, position } };
  }

  return (ctx: CommandContext, form: RegistrationForm, former: string | null) =>
    inOrder(form.registrant.email, () => register(ctx, form, former));
}

/** Null when the email is free and no completed company has the name. */
async function exists(
  { email, companyName }: Registrant,
  { names, ownerOf }: Pick<RegisterDeps, 'names' | 'ownerOf'>,
): Promise<Reply | null> {
  const [owner, isTaken] = await Promise.all([ownerOf(email), names.isTaken(companyName)]);
  const isOwn = owner !== null && normalizeName(owner.companyName) === normalizeName(companyName);
  const goesOn = isOwn && owner.isRegistrant;
  // An employee with this email and no proof of it yields to the registrant, whose code is the proof.
  const employeeExists = owner !== null && (owner.keepsEmail || goesOn);
  const companyExists = isTaken || (isOwn && employeeExists);
  if (!companyExists && !employeeExists) return null;
  const message: MessageCode = goesOn ? 'companyExists' : employeeExists ? 'emailTaken' : 'companyNameTaken';
  return {
    status: 'exists',
    message: messages[message],
    companyId: goesOn ? owner.companyId : '-1',
    companyExists,
    employeeExists,
  };
}

/** The id of the company of this form; null when another form already has that id. */
async function keep(
  companyId: string,
  form: RegistrationForm,
  { pending, passwords }: Pick<RegisterDeps, 'pending' | 'passwords'>,
): Promise<string | null> {
  const isRepeated = async (other: Pending) =>
    isSame(form.registrant, other.registrant) && (await passwords.verify(form.password, other.passwordHash));
  for (const other of await pending.ofEmail(form.registrant.email, REPEATED_AMONG)) {
    if (await isRepeated(other)) return other.companyId;
  }
  const passwordHash = await passwords.hash(form.password);
  if (await pending.add({ companyId, registrant: form.registrant, passwordHash })) return companyId;
  const other = await pending.find(companyId);
  return other && (await isRepeated(other)) ? companyId : null;
}

/** The checked form; the password is exactly as typed. */
type RegistrationForm = { readonly registrant: Registrant; readonly password: string };

/** Checks in the order of the specification: required fields, email, password, repetition. */
export function readRegistrationForm(
  body: BodyOf<typeof registerCompany>,
  checkPassword: Passwords['check'],
): Result<RegistrationForm> {
  const { password, confirmPassword } = body;
  const firstName = readShortText(body.firstName);
  const lastName = readShortText(body.lastName);
  const companyName = readShortText(body.companyName);
  const said = [firstName, lastName, companyName, body.email.trim(), body.employeeCount];
  if ([...said, password, confirmPassword].includes('')) return rejected('allFieldsRequired');
  if (firstName === null || lastName === null || companyName === null) return rejected('invalidText');
  const email = readEmail(body.email);
  if (email === null) return rejected('invalidRegistrationEmail');
  const checked = checkPassword(password, [email, `${firstName} ${lastName}`, lastName, companyName]);
  if (!checked.ok) return checked;
  if (confirmPassword !== password) return rejected('passwordsShouldMatch');
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === body.employeeCount);
  // The form offers the ranges, so any other value counts as missing.
  if (!employeeCount) return rejected('allFieldsRequired');
  return accepted({ registrant: { firstName, lastName, companyName, email, employeeCount }, password });
}
