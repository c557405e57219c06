import { readCookie, writeCookie } from '#platform/http/cookies.ts';

/** The server ends a session; the cookie only has to outlive it (400 days is the most browsers keep). */
const COOKIE_SECONDS = 400 * 24 * 3600;

/**
 * The cookie that carries a session token. Over https (`secure`) its name has the `__Host-` prefix, which
 * browsers accept only with Secure, Path=/ and no Domain: no sibling host can plant one.
 */
export function createSessionCookie(secure: boolean) {
  const name = secure ? '__Host-tb_session' : 'tb_session';
  return {
    name,
    /** The token in a Cookie header; null when there is none. */
    read: (cookieHeader: string | undefined) => readCookie(cookieHeader, name),
    /** Set-Cookie values. */
    set: (token: string) => writeCookie(name, token, COOKIE_SECONDS, secure),
    clear: () => writeCookie(name, '', 0, secure),
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
