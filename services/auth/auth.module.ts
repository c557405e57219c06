import type pg from 'pg';
import { type AccessNotes, createAccessNotes } from '#platform/access/access-notes.ts';
import { type AccessWatch, createAccessWatch } from '#platform/access/access-watch.ts';
import type { Clock, Scheduler } from '#platform/clock.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import { type AccountRules, createAccountRules } from './account-rules.ts';
import type { Accounts } from './accounts.ts';
import type { CodeFlow } from './codes.port.ts';
import { deviceName } from './device-name.ts';
import { emailCodeLetter } from './email-change.mail.ts';
import { createEmailLinks, type EmailLinks } from './email-links.ts';
import { createFirstPasswords, type FirstPasswords } from './first-passwords.ts';
import { createIdentityProof, type IdentityProof } from './identity-proof.ts';
import { createInvitations, type Invitations, type InvitationsDeps } from './invitations.ts';
import { createKnownClients, type KnownClients } from './known-clients.ts';
import {
  createNewPassword,
  createReplacePassword,
  createTakeBack,
  type NewPasswordDeps,
  type ReplacePassword,
  type SetNewPassword,
  type TakeBack,
} from './new-password.ts';
import { createOneTimeCodes, type OneTimeCodes, type OneTimeCodesDeps } from './one-time-codes.ts';
import { createOwnRows, type OwnRows } from './own-rows.postgres.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { resetCodeLetter } from './password.mail.ts';
import type { PasswordResetDeps } from './password-reset.routes.ts';
import { hashPassword } from './passwords.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createSecondSteps, type SecondSteps } from './second-steps.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts';

/** Sessions, codes and limits of people, and the idempotency keys of their requests. */
export type Identity = {
  readonly sessions: Sessions;
  readonly knownClients: KnownClients;
  readonly signInLimits: SignInLimits;
  readonly limits: Limits;
  readonly access: AccessNotes;
  readonly watch: AccessWatch;
  readonly codes: OneTimeCodes;
  readonly passkeys: Passkeys;
  readonly identityProof: IdentityProof;
  readonly factors: SecondFactors;
  readonly steps: SecondSteps;
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly links: EmailLinks;
  readonly rules: AccountRules;
  readonly firstPasswords: FirstPasswords;
  readonly invitations: (deps: Pick<InvitationsDeps, 'accounts' | 'outbox' | 'publicUrl'>) => Invitations;
  readonly ownRows: OwnRows;
  readonly newPassword: (accounts: NewPasswordDeps['accounts']) => SetNewPassword;
  readonly takeBack: (accounts: NewPasswordDeps['accounts']) => TakeBack;
  readonly replacePassword: (accounts: NewPasswordDeps['accounts']) => ReplacePassword;
  /** The names of the person in mails and of the company; null for a person without mails. */
  readonly nameOf: PasswordResetDeps['nameOf'];
  readonly keys: IdempotencyKeys;
};

type CodeMail = (facts: {
  readonly code: string;
  readonly company?: string | undefined;
}) => ReturnType<typeof resetCodeLetter>;

export type IdentityDeps = {
  readonly pool: pg.Pool;
  /** Of the login that may read mails. */
  readonly mailing: pg.Pool;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly bus: LiveBus;
  readonly outbox: Outbox;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Of the present, whatever moment a request asks about. */
  readonly queries: Pick<Queries, 'accessOf' | 'nameForMail'>;
  /** The mail with the code that proves a registrant's email. */
  readonly registrationCodeMail: CodeMail;
  /** Default: a hash with the costs of today. Tests pass a cheap one. */
  readonly hash?: typeof hashPassword;
  /** Tests of other things pass limits that never refuse. */
  readonly limits?: Limits | undefined;
};

export function openIdentity({
  pool,
  mailing,
  clock,
  scheduler,
  bus,
  outbox,
  lifecycle,
  queries,
  log,
  hash = hashPassword,
  ...given
}: IdentityDeps): Identity {
  const sessions = createSessions({ pool, clock, scheduler, bus, queries });
  lifecycle.opened('sessions', sessions.close);
  const knownClients = createKnownClients({ pool, clock });
  const { known } = knownClients;
  const limits = given.limits ?? createLimits({ pool });
  const links = createEmailLinks({ pool, clock });
  const rules = createAccountRules({ pool });
  const access = createAccessNotes({ pool });
  const watch = createAccessWatch({ access, clock, scheduler, log, deviceName });
  lifecycle.opened('access history', watch.close);
  const mails = {
    registration: given.registrationCodeMail,
    'password reset': resetCodeLetter,
    'email change': emailCodeLetter,
  };
  const codes = createOneTimeCodes({ pool, clock, limits, known, hash, send: codesByMail(outbox, mails) });
  return {
    sessions,
    knownClients,
    signInLimits: createSignInLimits({ pool, clock, known }),
    limits,
    access,
    watch,
    codes,
    passkeys: createPasskeys({ pool, clock }),
    identityProof: createIdentityProof({ pool, clock }),
    factors: createSecondFactors({ pool, clock }),
    steps: createSecondSteps({ pool, clock }),
    accessOf: async ({ companyId, employeeId }) =>
      (await queries.accessOf([{ companyId, employeeId }]))[0] ?? null,
    links,
    rules,
    firstPasswords: createFirstPasswords({ pool, clock, rules }),
    invitations: (more) => createInvitations({ ...more, pool, links, sessions, limits, hash }),
    ownRows: createOwnRows({ pool, mailing }),
    newPassword: (accounts) => createNewPassword({ pool, codes, accounts, links, sessions, hash }),
    takeBack: (accounts) => createTakeBack({ pool, accounts, sessions }),
    replacePassword: (accounts) => createReplacePassword({ pool, accounts, sessions, hash }),
    nameOf: queries.nameForMail,
    keys: createPostgresIdempotencyKeys({ pool, scheduler, now: clock.now }),
  };
}

/** Mails a code. The mail expires together with the code. */
function codesByMail(outbox: Outbox, mails: Readonly<Record<CodeFlow, CodeMail>>): OneTimeCodesDeps['send'] {
  return ({ flow, to, code, company, causedBy, companyId, validUntil }) => {
    const mail = mails[flow]({ code, company });
    const options = { id: `code ${causedBy}`, companyId, notAfter: validUntil, secret: true };
    return outbox.post({ to, ...mail }, options);
  };
}

/** The accounts as the employees slice uses them: deleting an employee also closes their connections. */
export function createEmployeeAccounts(
  {
    admit,
    emailOf,
    dismiss,
    timeZoneOf,
    ownersOf,
  }: Pick<Accounts, 'admit' | 'emailOf' | 'dismiss' | 'timeZoneOf' | 'ownersOf'>,
  sessions: Pick<Sessions, 'goneWith'>,
) {
  return {
    admit,
    emailOf,
    timeZoneOf,
    ownersOf,
    async dismiss<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
      const outcome = await dismiss(person, work);
      // If this is not reached, the read models tell of it: the employee does not exist any more.
      if (outcome.ok) sessions.goneWith(person);
      return outcome;
    },
  };
}
