/** The value of a cookie, or null. Never throws, whatever the header holds; the first of equals counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (let start = 0; start < header.length; ) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    while (header.charCodeAt(start) === 32) start += 1;
    if (header.startsWith(name, start) && header[start + name.length] === '=') {
      return header.slice(start + name.length + 1, end).trim();
    }
    start = end + 1;
  }
  return null;
}

/**
 * A Set-Cookie value that scripts cannot read and other sites cannot send with a write. `value` must be
 * cookie-safe already (our tokens and numbers are). A max age of 0 seconds deletes.
 */
export function writeCookie(name: string, value: string, maxAgeSeconds: number, secure: boolean): string {
  const text = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  return secure ? `${text}; Secure` : text;
}
