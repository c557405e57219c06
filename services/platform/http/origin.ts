import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a browser says that another site made it send this request. Form bodies need no preflight, so
 * without this check any page could write with our cookie.
 *
 * @param host the host the client asked for (Host, or what a trusted proxy says it was)
 * @param publicHost host of PUBLIC_URL, for proxies that rewrite Host
 */
export function isForeign(headers: IncomingHttpHeaders, host: string, publicHost: string | null): boolean {
  const from = headers.origin ?? headers.referer;
  if (from !== undefined) {
    const sender = hostOf(from);
    return sender === null || (sender !== host.toLowerCase() && sender !== publicHost);
  }
  const site = headers['sec-fetch-site'];
  // No header of the three: not a browser, so no cookie of somebody else's to misuse.
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Null for `Origin: null` (a sandboxed page, a data: URL) and for nonsense. */
function hostOf(url: string): string | null {
  return URL.parse(url)?.host || null;
}
