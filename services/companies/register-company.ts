import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { registerCompany } from '#contracts/endpoints/registration.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { refuse } from '#platform/commands/decision.ts';
import { createTurns } from '#platform/commands/turns.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import { type CompanyNames, nameKey } from './company-names.ts';
import type { EmailOwners } from './email-owners.ts';
import type { EndRegistration } from './end-registration.ts';
import type { Pending, PendingRegistrations } from './pending-registrations.ts';
import type { Passwords } from './registration.port.ts';
import type { Registrant, RegistrationForm } from './registration-form.ts';
import { registrationStep, superEmployeeOf } from './registration-steps.ts';

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

/** Of so many registrations with one email it is seen that the form was sent twice. */
const REPEATED_AMONG = 3;

/**
 * Keeps a form until its email is proven. Any number of forms may name the same email meanwhile: who fills in
 * somebody else's blocks nothing and ends nothing. The same form sent again is the same company.
 */
export function createRegisterCompany(deps: RegisterDeps) {
  const turns = createTurns();

  async function register(
    ctx: CommandContext,
    form: RegistrationForm,
    /** What the same browser registered before, unproven as yet. */
    former: string | null,
  ): Promise<CommandOutcome<Registered>> {
    const { registrant } = form;
    const existing = await exists(registrant, deps);
    if (existing) return { ok: true, position: 0, value: { kind: 'exists', reply: existing } };
    const companyId = await keep(derivedId(ctx.commandId, 'company'), form, deps);
    if (companyId === null) return refuse('idempotencyKeyReused');
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
    turns(form.registrant.email, () => register(ctx, form, former));
}

/** Null when nobody has the email and no completed company the name. */
async function exists(
  { email, companyName }: Registrant,
  { names, ownerOf }: Pick<RegisterDeps, 'names' | 'ownerOf'>,
): Promise<Reply | null> {
  const [owner, isTaken] = await Promise.all([ownerOf(email), names.isTaken(companyName)]);
  const isOwn = owner !== null && nameKey(owner.companyName) === nameKey(companyName);
  const companyExists = isTaken || isOwn;
  const employeeExists = owner !== null;
  if (!companyExists && !employeeExists) return null;
  const goesOn = isOwn && owner.isRegistrant;
  const message: MessageCode = goesOn ? 'companyExists' : employeeExists ? 'emailTaken' : 'companyNameTaken';
  return {
    status: 'exists',
    message: messages[message],
    companyId: goesOn ? owner.companyId : '-1',
    companyExists,
    employeeExists,
  };
}

/** The id of the company that the form is kept for; null when it would be that of another form. */
async function keep(
  companyId: string,
  form: RegistrationForm,
  { pending, passwords }: Pick<RegisterDeps, 'pending' | 'passwords'>,
): Promise<string | null> {
  const isRepeated = async (other: Pending) =>
    isSame(other.registrant, form.registrant) && (await passwords.verify(form.password, other.passwordHash));
  for (const other of await pending.ofEmail(form.registrant.email, REPEATED_AMONG)) {
    if (await isRepeated(other)) return other.companyId;
  }
  const passwordHash = await passwords.hash(form.password);
  if (await pending.add({ companyId, registrant: form.registrant, passwordHash })) return companyId;
  const other = await pending.find(companyId);
  return other && (await isRepeated(other)) ? companyId : null;
}

function isSame(one: Registrant, other: Registrant): boolean {
  return (Object.keys(one) as (keyof Registrant)[]).every((field) => one[field] === other[field]);
}
