import type { Route } from '#platform/http/call.ts';
import { authRoutes } from '#services/auth/auth.routes.ts';
import { createEnter, type Enter } from '#services/auth/enter.ts';
import { passwordResetRoutes } from '#services/auth/password-reset.routes.ts';
import { createDeviceCookie, type SessionCookie } from '#services/auth/session-cookie.ts';
import { sessionsRoutes } from '#services/auth/sessions.routes.ts';
import type { AppDeps } from './app-deps.ts';
import { changesByMail } from './mail/account-mail.ts';

export type AllAuthDeps = {
  readonly cookie: SessionCookie;
  /** Resolves when the read models have got to that position; false when that takes too long. */
  readonly readAt: (position: number) => Promise<boolean>;
};

/** Every route of the auth slice. Returns how people are let in, for other slices that prove who somebody is. */
export function allAuthRoutes(
  route: Route,
  { identity, accounts, commands, clock, outbox, secureCookies }: AppDeps,
  { cookie, readAt }: AllAuthDeps,
): Enter {
  const { sessions, signInLimits: limits, codes, knownClients, nameOf } = identity;
  const { shifts } = commands;
  const deviceCookie = createDeviceCookie(secureCookies);
  const shared = { accounts, sessions, knownClients, cookie, deviceCookie };
  const enter = createEnter({ ...shared, startShift: shifts.login, readAt });
  authRoutes(route, { ...shared, limits, shifts, enter });
  sessionsRoutes(route, shared);
  const tellChanged = changesByMail(outbox, accounts.timeZoneOf);
  const setNewPassword = identity.newPassword(accounts);
  passwordResetRoutes(route, { ...shared, clock, codes, nameOf, setNewPassword, tellChanged });
  return enter;
}
