import { createTokenCookie, type TokenCookie } from '#platform/http/cookies.ts';

/** The server ends sessions and devices; the cookies only have to outlive them (browsers keep 400 days at most). */
const COOKIE_SECONDS = 400 * 24 * 3600;

/** Its name ends so. */
export const SESSION_COOKIE = 'tb_session';

export const createSessionCookie = (secure: boolean) =>
  createTokenCookie(SESSION_COOKIE, COOKIE_SECONDS, secure);

/** Marks a browser that signed in before, without naming a person; see known-clients.ts. */
export const createDeviceCookie = (secure: boolean) => createTokenCookie('tb_device', COOKIE_SECONDS, secure);

export type SessionCookie = TokenCookie;
export type DeviceCookie = TokenCookie;
