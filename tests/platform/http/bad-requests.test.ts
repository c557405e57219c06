import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { refusalOf, type Sent } from './refusal.ts';

const api = apiWorld();
let company: Company;
let cookie: string;
beforeAll(async () => {
  company = await api.company();
  cookie = `tb_session=${(await api.signedIn(company.associate)).cookies.get('tb_session')}`;
});

const sale = () => ({ name: 'Panels', campaignId: company.campaignId });

const refused = (sent: Partial<Sent>) => refusalOf(api, { cookie, ...sent });

describe('paths and queries', () => {
  it.each([
    ['an unknown path', '/nothing/here', 404, 'notFound'],
    ['a known path by another method', '/sales/addsale', 405, 'wrongMethod'],
    ['NUL for a date', '/sales/getsales/%00', 400, 'invalidText'],
    ['a long parameter', `/sales/getsales/${'9'.repeat(200)}`, 400, 'invalidDate'],
    ['too long a parameter', `/sales/getsales/${'9'.repeat(400)}`, 400, 'malformed'],
    ['a query twice', '/sales/getsales/all?employeeId=a&employeeId=b', 400, 'failedFetch'],
    ['an empty query', '/sales/getsales/all?employeeId=', 400, 'failedFetch'],
    ['NUL in a query', '/sales/getsales/all?employeeId=%00', 400, 'invalidText'],
    ['a foreign id', '/sales/getsales/all?employeeId=somebody', 403, 'restricted'],
  ])('are refused: %s', { tags: ['asvs-1.1.1', 'asvs-15.3.7'] }, async (_what, path, status, error) => {
    expect(await refused({ method: 'GET', path })).toEqual({ status, error });
  });

  it('name the allowed methods of a known path', async () => {
    const { headers } = await api.app.inject({ method: 'POST', url: '/api/sales/getsales/2026-03-02?x=1' });
    expect(headers.allow).toBe('GET');
  });

  it('are refused in the same form when Fastify cannot read them', async () => {
    expect(await refused({ method: 'GET', path: '/sales/getsales/%zz' })).toEqual({
      status: 400,
      error: 'malformed',
    });
  });

  it.each([
    ['too long a URL', () => `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'tooLarge'],
    [
      'too large a cookie',
      () => `GET /api/x HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'tooLarge',
    ],
    [
      'bytes above ASCII in a URL',
      () => 'GET /api/sales/getsales/all?employeeId=é HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'malformed',
    ],
    ['what is not HTTP', () => 'HELLO\r\n\r\n', 400, 'malformed'],
    [
      'two lengths',
      () => 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'malformed',
    ],
  ])(
    'are refused in the same form when they break HTTP: %s',
    { tags: ['asvs-4.2.1', 'reliability-46'] },
    async (_what, request, status, error) => {
      const reply = await raw(request());
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({ error, message: messages[error as keyof typeof messages] });
    },
  );
});

describe('cookies', () => {
  it.each([
    '',
    ';;;=;',
    'tb_session',
    'tb_session=',
    `tb_session=${'x'.repeat(43)}`,
    `tb_session=${'x'.repeat(5000)}`,
    'tb_session=%00%zz',
    'tb_session="quoted"',
    'tb_position=-1; tb_session=é',
    '\u0001\u0002',
  ])('identify no session when malformed: %j', async (malformed) => {
    expect(await refused({ method: 'GET', path: '/sales/getsales/all', cookie: malformed })).toEqual({
      status: 401,
      error: 'notLoggedIn',
    });
  });
});

describe('a request from another site', () => {
  it.each([
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'cross-site' },
  ])(
    'cannot write with our cookie: %j',
    { tags: ['asvs-3.5.1', 'asvs-3.5.2', 'reliability-38', 'decision-4.22', 'decision-9.33'] },
    async (headers) => {
      const before = await api.store.head();
      for (const [method, path] of [
        ['POST', '/sales/addsale'],
        ['POST', '/login'],
        ['DELETE', '/logout'],
      ] as const) {
        const reply = await api.app.inject({
          method,
          url: `/api${path}`,
          headers: { cookie, ...headers },
          payload: sale(),
        });
        expect(reply.statusCode).toBe(403);
        expect(reply.json().error).toBe('foreignOrigin');
      }
      expect(await api.store.head()).toBe(before);
    },
  );

  it('is not confused with our own page', async () => {
    const headers = { cookie, host: 'tally.test', origin: 'http://tally.test' };
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/sales/addsale',
      headers,
      payload: sale(),
    });
    expect(reply.statusCode).toBe(200);
  });
});

/** The reply to these bytes, once the server has closed the connection. */
async function raw(request: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(api.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // A server that answers before it has read everything may reset the connection.
  socket.on('error', () => {});
  socket.write(request);
  await new Promise((closed) => socket.on('close', closed));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
