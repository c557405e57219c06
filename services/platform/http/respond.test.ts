import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { createLog } from '../log.ts';
import { compress, createErrorHandler, encodingFor, isTemporaryRejection, respond } from './respond.ts';

it('a rejection that may pass is not kept as the reply to its key: conflicts, a missing proof, limits, and outages', () => {
  const codes = Object.keys(messages) as MessageCode[];
  const temporary: readonly MessageCode[] = [
    'conflict',
    'confirmIdentity',
    'failedToCancelSubscription',
    'failedToSendMessage',
    'internalServerError',
    'somethingWentWrong',
    'tooManyGuesses',
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

describe('a file', () => {
  const file = { name: 'history.csv', type: 'text/csv; charset=utf-8' };
  const encodings = [
    ['br', createBrotliDecompress, brotliDecompressSync],
    ['gzip', createGunzip, gunzipSync],
  ] as const;

  function serve(pieces: () => AsyncGenerator<string>) {
    const app = Fastify();
    onTestFinished(() => {
      app.server.closeAllConnections();
      return app.close();
    });
    app.setErrorHandler(createErrorHandler(createLog('silent')));
    app.get('/file', { onSend: compress }, (_request, reply) =>
      respond(reply, { ok: true, reply: pieces(), file }),
    );
    return app;
  }

  async function download(pieces: () => AsyncGenerator<string>, encoding: string): Promise<IncomingMessage> {
    const app = serve(pieces);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const sent = get(`http://127.0.0.1:${port}/file`, { headers: { 'accept-encoding': encoding } });
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return reply;
  }

  async function* rows() {
    for (let at = 0; at < 50; at += 1) yield `${at},Sale,Zoë\r\n`.repeat(100);
  }
  const all = Array.from({ length: 50 }, (_, at) => `${at},Sale,Zoë\r\n`.repeat(100)).join('');

  it.each(encodings)('is compressed as %s while it is made', async (encoding, _stream, unpack) => {
    const headers = { 'accept-encoding': encoding };
    const reply = await serve(rows).inject({ url: '/file', headers });
    expect(reply.headers).toMatchObject({
      ...{ 'content-encoding': encoding, vary: 'accept-encoding', 'content-type': file.type },
      'content-disposition': 'attachment; filename="history.csv"',
    });
    expect(unpack(reply.rawPayload).toString()).toBe(all);
    expect(reply.rawPayload.length).toBeLessThan(all.length / 3);
  });

  it('is sent as it is to others, and says that it depends on them', async () => {
    const { headers, body } = await serve(rows).inject({ url: '/file' });
    expect(body).toBe(all);
    expect([headers.vary, headers['content-encoding']]).toEqual(['accept-encoding', undefined]);
  });

  it.each(encodings)(
    'is there piece by piece: none waits for the next one in %s',
    async (encoding, stream) => {
      let isRead = () => {};
      const first = new Promise<void>((read) => {
        isRead = read;
      });
      async function* pieces() {
        yield 'first';
        await first;
        yield 'second';
      }
      const text = (await download(pieces, encoding)).pipe(stream());
      const [begin] = await once(text, 'data');
      expect(`${begin}`).toBe('first');
      isRead();
      const [end] = await once(text, 'data');
      expect(`${end}`).toBe('second');
    },
  );

  it.each(['br', 'gzip', 'identity'])('ends when the client leaves, in %s', async (encoding) => {
    let made = 0;
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) {
          made += 1;
          // Random digits: no compression keeps the client from being slower.
          yield Array.from({ length: 20_000 }, () => Math.random()).join('');
        }
      } finally {
        ended();
      }
    }
    const reply = await download(endless, encoding);
    await once(reply, 'readable');
    reply.destroy();
    await isEnded;
    const before = made;
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(made).toBe(before);
  });

  it.each(['br', 'identity'])(
    'that fails at its beginning is an error as any other, in %s',
    async (encoding) => {
      async function* failing() {
        yield await Promise.reject<string>(new Error('no rows'));
      }
      const reply = await serve(failing).inject({ url: '/file', headers: { 'accept-encoding': encoding } });
      expect([reply.statusCode, reply.json().error]).toEqual([500, 'internalServerError']);
      for (const name of ['content-encoding', 'content-disposition'])
        expect(reply.headers[name]).toBeUndefined();
    },
  );

  it.each(['br', 'identity'])(
    'that fails later breaks off: half a file never looks whole, in %s',
    async (encoding) => {
      const { promise: first, resolve: isRead } = Promise.withResolvers<void>();
      async function* failing() {
        yield 'first';
        await first;
        throw new Error('no more');
      }
      const reply = await download(failing, encoding);
      reply.once('data', () => isRead());
      await expect(once(reply, 'end')).rejects.toThrow('aborted');
    },
  );
});
