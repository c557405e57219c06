import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { compress, encodingFor, isTemporaryRejection } from './respond.ts';

it('a rejection that may pass is not kept as the reply to its key: conflicts, limits, and outages', () => {
  const codes = Object.keys(messages) as MessageCode[];
  const temporary: readonly MessageCode[] = [
    'conflict',
    'failedToCancelSubscription',
    'failedToSendMessage',
    'internalServerError',
    'somethingWentWrong',
    'tooManyRequests',
    'unavailable',
  ];
  expect(new Set(codes.filter(isTemporaryRejection))).toEqual(new Set(temporary));
});

describe('compression', () => {
  const large = JSON.stringify({
    requestedData: Array.from({ length: 100 }, (_, at) => ({ name: `Sale ${at}` })),
  });
  const kept = Buffer.from(large);

  function serve() {
    const app = Fastify();
    app.addHook('onSend', compress);
    app.get('/large', () => large);
    app.get('/kept', (_request, reply) => reply.type('application/json').send(kept));
    app.get('/small', () => ({ message: 'x'.repeat(900) }));
    app.get('/stream', (_request, reply) => reply.send(new Blob([large]).stream()));
    return (url: string, accepted?: string) =>
      app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
  }

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends a reply over 1 kB as %s to clients that can read it', async (encoding, unpack) => {
    const ask = serve();
    for (const path of ['/large', '/kept', '/kept']) {
      const { headers, rawPayload } = await ask(path, encoding);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(rawPayload.length).toBeLessThan(large.length / 2);
      expect(unpack(rawPayload).toString()).toBe(large);
    }
  });

  it('sends it as it is to others, and says that it depends on them', async () => {
    const { headers, body } = await serve()('/large');
    expect(body).toBe(large);
    expect(headers.vary).toBe('accept-encoding');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each(['/small', '/stream'])('leaves %s as it is', async (path) => {
    const { headers, body } = await serve()(path, 'br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.length).toBeGreaterThan(900);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity', null],
    ['br;q=0', null],
    ['br;q=often', null],
    ['', null],
    [undefined, null],
  ])('of %s takes %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
});
