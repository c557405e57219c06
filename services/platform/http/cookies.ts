import { parseCookie } from 'cookie';

/** The value of a cookie, or null. Never throws, whatever the header holds; the first of equal names counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  return parseCookie(header, { decode: (value) => value })[name] ?? null;
}

/**
 * A Set-Cookie value that scripts cannot read and that other sites cannot send with a write. `value` must be
 * cookie-safe already (our tokens and numbers are). A max age of 0 seconds deletes the cookie.
 */
export function writeCookie(name: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  const text = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  return secure ? `${text}; Secure` : text;
}

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
