import type { HttpReply } from '#tests/support/servers/http-client.ts';

/**
 * The reply of a program that may be killed meanwhile; undefined when it sent none, or 503 with Retry-After because
 * its database is away. Throws at any other refusal.
 */
export async function answered(request: Promise<HttpReply>): Promise<HttpReply | undefined> {
  try {
    const reply = await request;
    if (reply.status === 200) return reply;
    if (reply.status === 503 && Number(reply.headers.get('retry-after')) > 0) return undefined;
    throw new Error(`expected 200 or 503, got ${reply.status} ${JSON.stringify(reply.body)}`);
  } catch (error) {
    // fetch throws this when the server is gone or the connection breaks.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
