import { createTokenCookie, type TokenCookie } from '#platform/http/token-cookie.ts';

/** The server ends what these stand for; they only have to outlive it (400 days is the most browsers keep). */
const COOKIE_SECONDS = 400 * 24 * 3600;

export const createSessionCookie = (secure: boolean) =>
  createTokenCookie('tb_session', COOKIE_SECONDS, secure);

/** Says that this browser signed in before, never who it is; see known-clients.ts. */
export const createDeviceCookie = (secure: boolean) => createTokenCookie('tb_device', COOKIE_SECONDS, secure);

export type SessionCookie = TokenCookie;
export type DeviceCookie = TokenCookie;
