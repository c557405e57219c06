import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type ApiUnderTest, type Company, startApi } from './api-under-test.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let company: Company;
let cookie: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url);
  company = await api.company();
  cookie = `tb_session=${(await api.signedIn(company.associate)).cookies.get('tb_session')}`;
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const sale = () => ({ name: 'Panels', campaignId: company.campaignId });

type Sent = {
  path?: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  type?: string;
  payload?: string | Buffer;
  cookie?: string;
};

/** Sends it, and expects a refusal in our form that changed nothing. */
async function refused({ path = '/sales/addsale', method = 'POST', type, payload, ...sent }: Sent) {
  const before = await api.store.head();
  const reply = await api.app.inject({
    method,
    url: `/api${path}`,
    headers: { cookie: sent.cookie ?? cookie, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
  const { message, error, ...rest } = reply.json();
  expect(rest).toEqual({});
  expect(messages[error as keyof typeof messages]).toBe(message);
  expect(await api.store.head()).toBe(before);
  return { status: reply.statusCode, error };
}

describe('a body that cannot be read', () => {
  it.each([
    ['bad JSON', JSON_TYPE, '{"name":', 400, 'malformed'],
    ['an empty JSON body', JSON_TYPE, '', 400, 'malformed'],
    [
      'JSON that would poison prototypes',
      JSON_TYPE,
      '{"__proto__":{"role":"manager"},"name":"x"}',
      400,
      'malformed',
    ],
    [
      'JSON that would poison constructors',
      JSON_TYPE,
      '{"constructor":{"prototype":{}},"name":"x"}',
      400,
      'malformed',
    ],
    ['a JSON array', JSON_TYPE, '[]', 400, 'incompleteFields'],
    ['JSON null', JSON_TYPE, 'null', 400, 'incompleteFields'],
    ['text', 'text/plain', 'name=x', 415, 'malformed'],
    ['XML', 'application/xml', '<sale/>', 415, 'malformed'],
    ['a file', 'multipart/form-data; boundary=x', '--x--', 415, 'malformed'],
    ['nonsense for a type', 'nonsense', 'x', 415, 'malformed'],
    ['an empty form', FORM_TYPE, '', 400, 'incompleteFields'],
    ['a form that would poison prototypes', FORM_TYPE, '__proto__=x&constructor=y', 400, 'incompleteFields'],
  ])('is refused: %s', async (_what, type, payload, status, error) => {
    expect(await refused({ type, payload })).toEqual({ status, error });
  });

  it('is refused when there is none', async () => {
    expect(await refused({})).toEqual({ status: 400, error: 'incompleteFields' });
  });

  it.each([JSON_TYPE, FORM_TYPE])('is refused when it is 10 MB of %s', async (type) => {
    const payload = Buffer.alloc(10_000_000, type === JSON_TYPE ? '[' : 'a=b&');
    expect(await refused({ type, payload })).toEqual({ status: 413, error: 'tooLarge' });
  });

  it('is not even read when nobody is signed in', async () => {
    const payload = Buffer.alloc(10_000_000, 'a');
    expect(await refused({ type: JSON_TYPE, payload, cookie: '' })).toEqual({
      status: 401,
      error: 'notLoggedIn',
    });
  });
});

describe('fields', () => {
  it.each([
    ['a field twice', () => `name=a&name=b&campaignId=${company.campaignId}`],
    ['a required field missing', () => 'name=a'],
    ['NUL', () => `name=a%00b&campaignId=${company.campaignId}`],
    ['NUL in an id', () => 'name=a&campaignId=%00'],
    ['NUL where it is optional', () => `name=a&campaignId=${company.campaignId}&details=%00`],
    ['an escape sequence', () => `name=%1b%5b2J&campaignId=${company.campaignId}`],
    ['too long a text', () => `name=${'a'.repeat(256)}&campaignId=${company.campaignId}`],
    ['too long an id', () => `name=a&campaignId=${'a'.repeat(65)}`],
    ['a foreign employee', () => `name=a&campaignId=${company.campaignId}&employeeId=somebody`],
    ['half an encoding', () => 'name=%&campaignId=%zz'],
  ])('are refused: %s', async (_what, payload) => {
    await refused({ type: FORM_TYPE, payload: payload() });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a number for a text', { name: 7 }],
    ['an object for a text', { name: {} }],
    ['null', { name: null }],
    ['a boolean', { customerNumber: true }],
    ['an array', { details: ['x'] }],
    ['half a character', { name: '\ud800' }],
    ['infinity', { price: '1e999' }],
    ['a price that is text', { price: 'ten' }],
    ['hexadecimal', { price: '0x10' }],
    ['an exponent', { discount: '1e1' }],
    ['an object as an operator', { campaignId: { $ne: '' } }],
  ])('are refused in JSON: %s', async (_what, wrong) => {
    await refused({ type: JSON_TYPE, payload: JSON.stringify({ ...sale(), ...wrong }) });
  });

  it('are refused whatever they hold, unless they make a sale', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
      fc.constantFrom(null, true, [], {}, '', '__proto__', '\u0000', '-0', '١٢'),
    );
    const fields = fc.record(
      {
        price: value,
        discount: value,
        status: value,
        employeeId: value,
        details: value,
        customerNumber: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (wrong) => {
        const reply = await api.app.inject({
          method: 'POST',
          url: '/api/sales/addsale',
          headers: { cookie, 'content-type': JSON_TYPE },
          payload: JSON.stringify({ ...sale(), ...wrong }),
        });
        expect([200, 400, 403]).toContain(reply.statusCode);
        if (reply.statusCode !== 200) {
          const { message, error } = reply.json();
          expect(messages[error as keyof typeof messages]).toBe(message);
        }
      }),
      { numRuns: 300, seed: 20_261_121 },
    );
  });

  it.each([
    ['POST /login with a number', JSON_TYPE, '{"username":1,"password":2}'],
    ['POST /login with nothing', FORM_TYPE, ''],
    ['POST /login with a password twice', FORM_TYPE, 'username=a@b.test&password=1&password=2'],
    ['POST /login with NUL', FORM_TYPE, 'username=a%00@b.test&password=1'],
    ['POST /login with a huge password', FORM_TYPE, `username=a@b.test&password=${'x'.repeat(2000)}`],
  ])('are refused: %s', async (_what, type, payload) => {
    await refused({ path: '/login', type, payload, cookie: '' });
  });
});

describe('paths and queries', () => {
  it.each([
    ['an unknown path', '/nothing/here', 404, 'notFound'],
    ['a known path by another method', '/sales/addsale', 404, 'notFound'],
    ['NUL for a date', '/sales/getsales/%00', 400, 'invalidText'],
    ['a long parameter', `/sales/getsales/${'9'.repeat(200)}`, 400, 'invalidDate'],
    ['too long a parameter', `/sales/getsales/${'9'.repeat(400)}`, 400, 'malformed'],
    ['a query twice', '/sales/getsales/all?employeeId=a&employeeId=b', 400, 'failedFetch'],
    ['an empty query', '/sales/getsales/all?employeeId=', 400, 'failedFetch'],
    ['NUL in a query', '/sales/getsales/all?employeeId=%00', 400, 'invalidText'],
    ['a foreign id', '/sales/getsales/all?employeeId=somebody', 403, 'restricted'],
  ])('are refused: %s', async (_what, path, status, error) => {
    expect(await refused({ method: 'GET', path })).toEqual({ status, error });
  });

  it('are refused in the same form when not even Fastify can read them', async () => {
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
    ['what is not HTTP', () => 'HELLO\r\n\r\n', 400, 'malformed'],
    [
      'two lengths',
      () => 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'malformed',
    ],
  ])('are refused in the same form when not even Node can: %s', async (_what, request, status, error) => {
    const reply = await raw(request());
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({ error, message: messages[error as keyof typeof messages] });
  });
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
  ])('that are malformed are nobody: %j', async (malformed) => {
    expect(await refused({ method: 'GET', path: '/sales/getsales/all', cookie: malformed })).toEqual({
      status: 401,
      error: 'notLoggedIn',
    });
  });
});

describe('another site', () => {
  it.each([
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'cross-site' },
  ])('cannot write with our cookie: %j', async (headers) => {
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
  });

  it('is not our own page', async () => {
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

/** What comes back for these bytes, when the other side has closed. */
async function raw(request: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(api.port, '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
