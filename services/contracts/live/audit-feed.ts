/** Close codes of `/ws/audit`: the session ended; the person is no longer a manager or the subscription is inactive. */
export const SIGNED_OUT = 4401;
export const RESTRICTED = 4403;

/** The protocol of `/ws/audit` as text for the API page, because OpenAPI cannot describe websockets. */
export const AUDIT_FEED = `
## The live feed: \`/ws/audit\`

A websocket for managers, with the session cookie, that tells the events of the company as they are appended. Every
frame is one line of JSON with a line feed: the event as it was stored, so a newer program may write types that an older
one does not know.

\`{ "position", "stream", "revision", "id", "type", "version", "data", "metadata", "recordedAt" }\`

- **From where.** \`/ws/audit?after=<position>\` begins behind that position; \`-1\` is the first event, nothing said the
  next one. Positions grow and are never given twice; they may have gaps, since other companies share the log.
- **Resume.** Keep the position of the last line that you have dealt with, and connect with it. Nothing is left out and
  nothing comes twice, however long you were away.
- **Pace.** The feed waits for you: what you do not read stays in the log, and the server reads no further than 256 kB
  ahead of you.
- **Pings** come every 20 seconds; a client that does not answer one is dropped. What you send is not listened to, and
  more than 240 messages a minute close the feed with 1008.
- **Refused** before it opens: 400 no position, or one that the log has not reached, 401 not signed in, 402 no
  subscription, 403 no manager or a foreign page, 429 more than four feeds of one person.
- **Closed:** ${SIGNED_OUT} the session ended and ${RESTRICTED} you are no manager any more: stay away until somebody signs in.
  1011, 1001 or 1006: the server broke off or restarts; resume, after a pause that grows.
`.trim();
