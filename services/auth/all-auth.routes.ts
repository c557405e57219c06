import { hash } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Route } from '#platform/http/call.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Accounts } from './accounts.ts';
import { administrationRoutes } from './administration.routes.ts';
import type { Identity } from './auth.module.ts';
import { type AuthRoutesDeps, authRoutes } from './auth.routes.ts';
import { type ChangeEmail, createEmailChanges, type EmailChanges } from './email-changes.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import type { Invitations } from './invitations.ts';
import { newDevicesByMail } from './new-device.mail.ts';
import type { MailChange } from './new-password.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { type Passkeys, siteOf } from './passkeys.ts';
import {
  firstPasswordReplacedLetter,
  ownPasswordChangedLetter,
  passwordChangedLetter,
} from './password.mail.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import { secondFactorsRoutes } from './second-factors.routes.ts';
import { createDeviceCookie, createStepCookie, type SessionCookie } from './session-cookie.ts';
import { createSignIn, type SignIn, type SignInDeps } from './sign-in.ts';
import { createAfterPassword, createGoOn } from './sign-in-rules.ts';

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
  const afterPassword = createAfterPassword(identity);
  const goOn = createGoOn({ afterPassword, steps, stepCookie, enter });
  const replacePassword = identity.replacePassword(accounts);
  const changes = { outbox, timeZoneOf: accounts.timeZoneOf, passkeys: identity.passkeys };
  authRoutes(route, {
    ...{ ...shared, access, limits, shifts, goOn, log },
    ...{ firstPasswords, replacePassword, nameOf },
    mailFirst: changesByMail(changes, firstPasswordReplacedLetter),
  });
  const now = () => clock.now().toISOString();
  const letters = { ...identity, ...shared, outbox, now };
  secondFactorsRoutes(route, { ...letters, enter });
  administrationRoutes(route, letters);
  const site = () => siteOf(deps.publicUrl());
  passkeysRoutes(route, { ...letters, enter, site });
  const mailReset = changesByMail(changes, passwordChangedLetter);
  const mailOwn = changesByMail(changes, ownPasswordChangedLetter);
  const setNewPassword = identity.newPassword(accounts);
  const { links, limits: networkLimits } = identity;
  const publicUrl = () => deps.publicUrl() ?? '';
  const emails = createEmailChanges({
    ...{ accounts, links, access, sessions, limits: networkLimits, outbox, nameOf },
    changeEmail: deps.changeEmail,
    takeBack: identity.takeBack(accounts),
    publicUrl,
  });
  const invitations = identity.invitations({ accounts, outbox, publicUrl });
  invitationsRoutes(route, {
    ...{ ...identity, invitations, accounts, afterPassword, goOn },
    limits: networkLimits,
  });
  ownAccountRoutes(route, {
    ...{ ...shared, limits, nameOf, replacePassword, mailChange: mailOwn },
    ...{ access, codes, links, emails, networkLimits, firstPasswords },
    identityProof: identity.identityProof,
  });
  passwordResetRoutes(route, {
    ...shared,
    access,
    firstPasswords,
    codes,
    nameOf,
    setNewPassword,
    mailChange: mailReset,
  });
  return { enter, emails, invitations };
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
): MailChange {
  return async (person, at) => {
    const { companyId, employeeId, name, email } = person;
    const [timeZone, { length }] = await Promise.all([timeZoneOf(person), passkeys.listOf(person)]);
    const mail = letter({ at, timeZone, passkeys: length });
    const cause = hash('sha256', `${companyId} ${employeeId} ${at}`, 'base64url');
    const id = `password changed ${cause}`;
    return {
      tell: (on) => outbox.post({ to: { name, address: email }, ...mail }, { id, companyId }, on),
      done: () => outbox.nudge(id),
    };
  };
}
