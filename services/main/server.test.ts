import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import type { TrustedProxies } from '#platform/environment.ts';
import { createLog, type Log } from '#platform/log.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { addressOf, createAskedFor, createServer } from './server.ts';

const PROXIES: [TrustedProxies, boolean][] = [
  [false, false],
  [0, false],
  [1, true],
  [['127.0.0.1'], true],
  [['127.0.0.0/8', '::1'], true],
  [['::ffff:127.0.0.1'], true],
  [['10.0.0.0/8', '::1'], false],
];

const serverBehind = (trustProxy: TrustedProxies, log: Log = createLog('silent')) =>
  createServer({ trustProxy, secureCookies: false, log, scheduler: steppedTime().scheduler });

it.each(PROXIES)(
  'with TRUST_PROXY %j a forwarded host and scheme count: %j, for a route and without one',
  { tags: ['asvs-4.1.3'] },
  async (proxies, counts) => {
    const app = serverBehind(proxies);
    const asked = createAskedFor(proxies);
    app.get('/', (request) => [
      { host: request.host, protocol: request.protocol },
      asked(request.raw as IncomingMessage),
    ]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = {
      'x-forwarded-host': 'other.example, sales.example',
      'x-forwarded-proto': 'http, https',
    };
    const direct = { host: new URL(url).host, protocol: 'http' };
    const expected = counts ? { host: 'sales.example', protocol: 'https' } : direct;
    expect(await (await fetch(url, { headers })).json()).toEqual([expected, expected]);
    expect(await (await fetch(url)).json()).toEqual([direct, direct]);
    await app.close();
  },
);

it.each(PROXIES)(
  'with TRUST_PROXY %j an address is the same for a route and without one',
  async (proxies) => {
    const app = serverBehind(proxies);
    const addressIn = addressOf(proxies);
    app.get('/', (request) => [request.ip, addressIn(request.raw as IncomingMessage)]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const sent of [
      '203.0.113.9',
      '203.0.113.9, 127.0.0.2',
      'no address, 127.0.0.2',
      '2001:db8::1, 10.1.1.1',
    ]) {
      const reply = await fetch(url, { headers: { 'x-forwarded-for': sent } });
      const [known, ours] = (await reply.json()) as string[];
      expect(ours, sent).toBe(known);
    }
    await app.close();
  },
);

it.each(PROXIES)(
  'with TRUST_PROXY %j X-Forwarded-For counts: %j; otherwise one warning says so',
  { tags: ['asvs-15.3.4'] },
  async (proxies, counts) => {
    const warned: unknown[] = [];
    const log = Object.assign(createLog('silent'), { warn: (...said: unknown[]) => void warned.push(said) });
    const app = serverBehind(proxies, log);
    app.get('/', (request) => [request.ip]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await fetch(url);
    expect(warned).toEqual([]);
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    for (const path of ['/', '/', '/unknown']) {
      const reply = await fetch(url + path, { headers });
      if (path === '/') expect(await reply.json()).toEqual([counts ? '203.0.113.7' : '127.0.0.1']);
    }
    expect(warned).toEqual(counts ? [] : [[{ peer: '127.0.0.1' }, expect.stringContaining('TRUST_PROXY')]]);
    await app.close();
  },
);
