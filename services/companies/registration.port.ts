import type { MessageCode } from '#contracts/messages.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { Answer } from '#platform/http/call.ts';
import type { Person } from '#platform/person.ts';
import type { Principal } from '#platform/principal.ts';

/** Who asks for a code or tries one, as codes are counted. */
export type Client = { readonly address: string; readonly device: string | null };

/** The request, as far as it matters who sent it from where. */
export type Asking = {
  readonly caller: Principal | null;
  readonly address: string;
  readonly cookieHeader: string | undefined;
  readonly userAgent: string | undefined;
  command(actor: Person): CommandContext;
};

export type Passwords = {
  /** What is wrong with a password that somebody registers with; null when nothing is. */
  refused(password: string): MessageCode | null;
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

type Claim = (email: string) => Promise<boolean>;

export type RegistrationAccounts = {
  /** Whose email it is; maybe of somebody whose addition was cut short. */
  byEmail(email: string): Promise<Person | null>;
  /** See account-changes.ts of the auth slice: killed anywhere, it is made up for later. */
  admitHashed<Value>(
    person: Person,
    passwordHash: string,
    work: (claim: Claim) => Promise<CommandOutcome<Value>>,
  ): Promise<CommandOutcome<Value>>;
};

export type RegistrationEmployees = {
  addSuperEmployee(
    ctx: CommandContext,
    input: { employeeId: string; firstName: string; lastName: string; email: string },
  ): Promise<CommandOutcome<unknown>>;
  /** By the events; null when there is no such employee. */
  emailOf(person: Person): Promise<string | null>;
};

type Limited = {
  readonly ok: false;
  readonly refusal: 'tooManyRequests';
  readonly retryAfterSeconds: number;
};

type Flow = 'registration';

/** One-time codes, as far as a registration needs them. */
export type RegistrationCodes = {
  issue(order: {
    flow: Flow;
    email: string;
    client: Client;
    recipient: () => Promise<{ name: string; companyId: string | null } | null>;
  }): Promise<{ ok: true; otpId: string } | Limited | { ok: false; refusal: 'noSuchEmail' }>;
  verify(attempt: {
    flow: Flow;
    otpId: string;
    code: string;
    client: Client;
  }): Promise<{ ok: true; email: string } | { ok: false; refusal: 'wrongPasscode' } | Limited>;
  spend(proof: { flow: Flow; otpId: string; email: string }): Promise<boolean>;
};

/** Signs somebody in who has proven who he is. */
export type Enter = (
  asking: Asking,
  person: Person,
  timeZone: string,
) => Promise<Answer<{ message: string; isLoggedIn: boolean }>>;
