import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when the headers of a browser say that another site made it send this request. Form bodies need no
 * preflight, so without this check any page could write with our cookie.
 *
 * @param host the host that the client asked for: the Host header, or what a trusted proxy says
 * @param publicHost host of PUBLIC_URL, for proxies that rewrite Host
 */
export function isForeign(headers: IncomingHttpHeaders, host: string, publicHost: string | null): boolean {
  const from = headers.origin ?? headers.referer;
  if (from !== undefined) {
    const sender = hostOf(from);
    return sender === null || (sender !== host.toLowerCase() && sender !== publicHost);
  }
  const site = headers['sec-fetch-site'];
  // None of the three headers: not a browser, so it sends no cookie on behalf of another site.
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Null for `Origin: null` (a sandboxed page, a data: URL) and for an invalid URL. */
function hostOf(url: string): string | null {
  return URL.parse(url)?.host || null;
}
