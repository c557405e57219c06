import { readCookie, writeCookie } from './cookies.ts';

/**
 * A cookie that carries a token. Over https (`secure`) its name has the `__Host-` prefix, which browsers accept
 * only with Secure, Path=/ and no Domain: no sibling host can plant one.
 */
export function createTokenCookie(plainName: string, maxAgeSeconds: number, secure: boolean) {
  const name = secure ? `__Host-${plainName}` : plainName;
  return {
    name,
    /** The token in a Cookie header; null when there is none. */
    read: (cookieHeader: string | undefined) => readCookie(cookieHeader, name),
    /** Set-Cookie values. */
    set: (token: string) => writeCookie(name, token, maxAgeSeconds, secure),
    clear: () => writeCookie(name, '', 0, secure),
  };
}

export type TokenCookie = ReturnType<typeof createTokenCookie>;
