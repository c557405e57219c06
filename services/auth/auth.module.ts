import { hash } from 'node:crypto';
import type pg from 'pg';
import { type AccessNotes, createAccessNotes } from '#platform/access/access-notes.ts';
import { type AccessWatch, createAccessWatch } from '#platform/access/access-watch.ts';
import type { Clock, Scheduler } from '#platform/clock.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Route } from '#platform/http/call.ts';
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
import type { Accounts } from './accounts.ts';
import { administrationRoutes } from './administration.routes.ts';
import { type AuthRoutesDeps, authRoutes } from './auth.routes.ts';
import type { CodeFlow } from './codes.port.ts';
import { deviceName } from './device-name.ts';
import { emailCodeLetter } from './email-change.mail.ts';
import { type ChangeEmail, createEmailChanges, type EmailChanges } from './email-changes.ts';
import { createEmailLinks, type EmailLinks } from './email-links.ts';
import { createFirstPasswords, type FirstPasswords } from './first-passwords.ts';
import { createIdentityProof, type IdentityProof } from './identity-proof.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { createInvitations, type Invitations, type InvitationsDeps } from './invitations.ts';
import { createKnownClients, type KnownClients } from './known-clients.ts';
import { newDevicesByMail } from './new-device.mail.ts';
import {
  createNewPassword,
  createReplacePassword,
  type NewPasswordDeps,
  type ReplacePassword,
  type SetNewPassword,
} from './new-password.ts';
import { createOneTimeCodes, type OneTimeCodes, type OneTimeCodesDeps } from './one-time-codes.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { createOwnRows, type OwnRows } from './own-rows.postgres.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { createPasskeys, type Passkeys, siteOf } from './passkeys.ts';
import { ownPasswordChangedLetter, passwordChangedLetter, resetCodeLetter } from './password.mail.ts';
import { type PasswordResetDeps, passwordResetRoutes } from './password-reset.routes.ts';
import { hashPassword } from './passwords.ts';
import { secondFactorsRoutes } from './second-factors.routes.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createSecondSteps, type SecondSteps } from './second-steps.ts';
import { createDeviceCookie, createStepCookie, type SessionCookie } from './session-cookie.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIn, type SignIn, type SignInDeps } from './sign-in.ts';
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { createAfterPassword, createGoOn, createTellHistory, type RecordSecurity } from './sign-in-rules.ts';

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
  readonly firstPasswords: FirstPasswords;
  readonly invitations: (deps: Pick<InvitationsDeps, 'accounts' | 'outbox' | 'publicUrl'>) => Invitations;
  readonly ownRows: OwnRows;
  readonly newPassword: (accounts: NewPasswordDeps['accounts']) => SetNewPassword;
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
    firstPasswords: createFirstPasswords({ pool, clock }),
    invitations: (more) => createInvitations({ ...more, pool, links, sessions, limits, hash }),
    ownRows: createOwnRows({ pool }),
    newPassword: (accounts) => createNewPassword({ pool, codes, accounts, sessions, hash }),
    replacePassword: (accounts) => createReplacePassword({ pool, accounts, sessions, hash }),
    nameOf: queries.nameForMail,
    keys: createPostgresIdempotencyKeys({ pool, scheduler, now: clock.now }),
  };
}

export type AllAuthRoutesDeps = {
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly log: Log;
  readonly cookie: SessionCookie;
  readonly secureCookies: boolean;
  readonly shifts: AuthRoutesDeps['shifts'] & { readonly login: SignInDeps['startShift'] };
  readonly changeEmail: ChangeEmail;
  /** The rule of the company. */
  readonly managersNeedFactor: (companyId: string) => Promise<boolean>;
  readonly recordSecurity: RecordSecurity;
  /** As browsers see us; undefined before the program listens. */
  readonly publicUrl: () => string | undefined;
  /** Resolves when the read models have reached that position; false when that takes too long. */
  readonly readAt: (position: number) => Promise<boolean>;
};

/**
 * Registers the routes of this slice. Returns the sign-in, for slices that have proven a person's identity, and the
 * changes of emails and invitations, for forms about other people.
 */
export function allAuthRoutes(
  route: Route,
  deps: AllAuthRoutesDeps,
): { readonly enter: SignIn; readonly emails: EmailChanges; readonly invitations: Invitations } {
  const { identity, accounts, clock, outbox, log, cookie, shifts, readAt } = deps;
  const { sessions, signInLimits: limits, codes, knownClients, nameOf } = identity;
  const deviceCookie = createDeviceCookie(deps.secureCookies);
  const stepCookie = createStepCookie(deps.secureCookies);
  const { access, steps, firstPasswords } = identity;
  const shared = { accounts, sessions, knownClients, cookie, deviceCookie, stepCookie };
  const tellNewDevice = newDevicesByMail({ ...deps, nameOf });
  const enter = createSignIn({ ...shared, access, startShift: shifts.login, readAt, tellNewDevice });
  const { managersNeedFactor, recordSecurity } = deps;
  const afterPassword = createAfterPassword({ ...identity, managersNeedFactor });
  const goOn = createGoOn({ afterPassword, steps, stepCookie, enter });
  const tellHistory = createTellHistory(recordSecurity);
  const replacePassword = identity.replacePassword(accounts);
  authRoutes(route, {
    ...{ ...shared, access, limits, shifts, goOn, log },
    ...{ firstPasswords, replacePassword, nameOf },
  });
  const now = () => clock.now().toISOString();
  const letters = { ...identity, ...shared, outbox, now, tellHistory };
  secondFactorsRoutes(route, { ...letters, enter });
  administrationRoutes(route, { ...letters, managersNeedFactor, recordSecurity });
  const site = () => siteOf(deps.publicUrl());
  passkeysRoutes(route, { ...letters, enter, site });
  const changes = { outbox, timeZoneOf: accounts.timeZoneOf, passkeys: identity.passkeys };
  const tellChanged = changesByMail(changes, passwordChangedLetter);
  const toldOwn = changesByMail(changes, ownPasswordChangedLetter);
  const setNewPassword = identity.newPassword(accounts);
  const { links, limits: networkLimits } = identity;
  const publicUrl = () => deps.publicUrl() ?? '';
  const emails = createEmailChanges({
    ...{ accounts, links, access, sessions, limits: networkLimits, outbox, nameOf },
    changeEmail: deps.changeEmail,
    publicUrl,
  });
  const invitations = identity.invitations({ accounts, outbox, publicUrl });
  invitationsRoutes(route, {
    ...{ invitations, access, firstPasswords, links, accounts, goOn, enter, nameOf },
    limits: networkLimits,
  });
  ownAccountRoutes(route, {
    ...{ ...shared, clock, limits, nameOf, replacePassword, tellChanged: toldOwn },
    ...{ access, codes, links, emails, networkLimits },
  });
  passwordResetRoutes(route, { ...shared, access, clock, codes, nameOf, setNewPassword, tellChanged });
  return { enter, emails, invitations };
}

/** Mails a code. The mail expires together with the code. */
function codesByMail(outbox: Outbox, mails: Readonly<Record<CodeFlow, CodeMail>>): OneTimeCodesDeps['send'] {
  return ({ flow, to, code, company, causedBy, companyId, validUntil }) => {
    const mail = mails[flow]({ code, company });
    const options = { id: `code ${causedBy}`, companyId, notAfter: validUntil, secret: true };
    return outbox.post({ to, ...mail }, options);
  };
}

/** Mails a person that their password was changed, with the time in their zone. */
function changesByMail(
  {
    outbox,
    timeZoneOf,
    passkeys,
  }: {
    readonly outbox: Outbox;
    readonly timeZoneOf: Accounts['timeZoneOf'];
    readonly passkeys: Pick<Passkeys, 'listOf'>;
  },
  letter: typeof passwordChangedLetter,
): PasswordResetDeps['tellChanged'] {
  return async (person, at) => {
    const { companyId, employeeId, name, email } = person;
    const [timeZone, { length }] = await Promise.all([timeZoneOf(person), passkeys.listOf(person)]);
    const mail = letter({ at, timeZone, passkeys: length });
    const cause = hash('sha256', `${companyId} ${employeeId} ${at}`, 'base64url');
    await outbox.post(
      { to: { name, address: email }, ...mail },
      { id: `password changed ${cause}`, companyId },
    );
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
