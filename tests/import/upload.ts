import type { HttpClient } from '#tests/support/servers/http-client.ts';

/** Sends the bytes of a file, as the import screen does. */
export async function upload(url: string, client: HttpClient, file: string | Uint8Array, type = 'text/csv') {
  const reply = await fetch(`${url}/api/imports?name=book.csv`, {
    method: 'POST',
    headers: { cookie: client.cookieHeader(), 'content-type': type },
    body: file as Uint8Array<ArrayBuffer>,
  });
  return { status: reply.status, body: await reply.json() };
}
