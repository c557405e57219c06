import type { Result } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { Answer } from '#platform/http/call.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Person, Principal } from '#platform/principal.ts';

/** The client that asks for a code or tries one; codes are counted by it. */
export type Client = { readonly address: string; readonly device: string | null };

/** The fields of the request that identify the client. */
export type Asking = {
  readonly caller: Principal | null;
  readonly address: string;
  readonly cookieHeader: string | undefined;
  readonly userAgent: string | undefined;
  command(actor: Person): CommandContext;
};

export type Passwords = {
  /** Checks the password of a registration; `about` are the names and the email of the form. */
  check(password: string, about: readonly string[]): Result;
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

type Claim = (email: string) => Promise<boolean>;

export type RegistrationAccounts = {
  /** The owner of an email, else the first employee with it; possibly an employee whose addition was interrupted. */
  byEmail(email: string): Promise<(Person & { readonly isProven: boolean }) | null>;
  /** See accounts.ts of the auth slice: a job completes it after a crash. */
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
  /** By the events; null for an unknown employee. */
  emailOf(person: Person): Promise<string | null>;
};

type Flow = 'registration';

/** The part of the one-time codes that a registration needs. */
export type RegistrationCodes = {
  /** The id of the code. */
  issue(order: {
    flow: Flow;
    email: string;
    client: Client;
    recipient: () => Promise<{ companyId: string | null } | null>;
  }): Promise<Result<string, 'noSuchEmail'> | TooManyRequests>;
  /** The email, in lower case. */
  verify(attempt: {
    flow: Flow;
    otpId: string;
    code: string;
    client: Client;
  }): Promise<Result<string, 'wrongPasscode'> | TooManyRequests>;
  spend(proof: { flow: Flow; otpId: string; email: string }): Promise<boolean>;
};

/** Signs in a person who has proven their identity. */
export type Enter = (
  asking: Asking,
  person: Person,
  timeZone: string,
) => Promise<Answer<{ message: string; isLoggedIn: boolean }>>;

/** The company of the registration, and its proven email. */
export type RegisteredPayer = {
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
};

/** The part of billing that the registration needs. The caller has checked the payer's ticket. */
export type RegistrationPayments = {
  config(): { publishableKey: string; provider: 'stripe' | 'sandbox' };
  /**
   * `ctx` is that of the super employee, `address` that of the client. Refuses `somethingWentWrong` while the provider is
   * away, `tooManyRequests` after too many tries, as the other does.
   */
  createSetupIntent(
    ctx: CommandContext,
    payer: RegisteredPayer & { readonly address: string },
  ): Promise<Answer<{ clientSecret: string }>>;
  /**
   * Subscribes, with a trial if this payer had none. A retry answers with the current state. Refuses
   * `saveSubscriptionRefused` for a declined card, `somethingWentWrong` while the provider is away.
   */
  saveSubscription(
    ctx: CommandContext,
    payer: RegisteredPayer & { readonly paymentMethodId: string; readonly address: string },
  ): Promise<Answer<{ message: string; subscriptionIsActive: boolean }>>;
};
