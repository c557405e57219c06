import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

const HTTPS = 'https://tally.example';
const YEAR = /^max-age=31536000; includeSubDomains$/;

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram({ publicUrl: HTTPS });
});
afterAll(() => program.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(program.url + path, init);
const foreign = { origin: 'https://evil.example' };

it.each([
  ['a page', '/', {}],
  ['an unknown page', '/nothing/here', {}],
  ['a file', '/favicon.svg', {}],
  ['the API without a session', '/api/sales/getsales/all', {}],
  ['the API by another site', '/api/sales/addsale', { method: 'POST', headers: foreign }],
  ['the API, read by another site', '/api/employees/is-logged-in', { headers: foreign }],
  ['an unknown call', '/api/nothing', {}],
  ['a path that cannot be decoded', '/api/sales/getsales/%zz', {}],
  ['a webhook', '/api/webhooks/stripe', { method: 'POST', body: '{}' }],
  ['the document of the API', '/api/openapi.json', {}],
  ['the page of the API', '/api/docs/', {}],
  ['health', '/healthz', {}],
  ['the mailbox', '/dev/mailbox', {}],
])(
  'over https the headers of %s protect the browser',
  {
    tags: ['asvs-3.2.1', 'asvs-3.4.1', 'asvs-3.4.2', 'asvs-3.4.3', 'asvs-3.4.4', 'asvs-3.4.5', 'asvs-3.4.6'],
  },
  async (_what, path, init) => {
    const { headers } = await ask(path, init);
    expect(headers.get('strict-transport-security')).toMatch(YEAR);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/default-src '(none|self)'/);
    expect(policy).toMatch(/(^default-src 'none'|object-src 'none')/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe|wss?:[ ;]/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

it.each([
  ['/api/employees/is-logged-in', /^application\/json; charset=utf-8$/],
  ['/api/openapi.json', /^application\/json; charset=utf-8$/],
  ['/api/nothing', /^application\/json; charset=utf-8$/],
  ['/api/docs/', /^text\/html; charset=utf-8$/i],
  ['/', /^text\/html; charset=utf-8$/],
  ['/favicon.svg', /^image\/svg\+xml(; charset=utf-8)?$/],
])('an answer says what it is: %s', { tags: ['asvs-4.1.1'] }, async (path, type) => {
  expect((await ask(path)).headers.get('content-type')).toMatch(type);
});

it('an answer about people is kept nowhere, and a file has a fixed name', {
  tags: ['asvs-5.4.2', 'asvs-14.3.2'],
}, async () => {
  const person = await program.signIn((await program.seedCompany()).owner.email);
  for (const path of ['/api/employees/getemployee', '/api/sales/getsales/all', '/api/audit/events.csv'])
    expect((await person.get(path)).headers.get('cache-control'), path).toBe('no-store');
  const file = await person.get('/api/audit/events.csv?filename=evil.html');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="history.csv"');
});

it('what is not HTTP gets them, too', { tags: ['asvs-3.4.1'] }, async () => {
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
  socket.write('HELLO\r\n\r\n');
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(`${answer}`).toContain('\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n');
});

it('a page may open sockets to its own host only, use no camera, and make no script of text', {
  tags: ['asvs-4.4.1', 'asvs-14.2.3'],
}, async () => {
  const { headers } = await ask('/');
  const policy = headers.get('content-security-policy')?.split(';');
  expect(policy).toContain("connect-src 'self' wss://tally.example");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types default');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  const docs = await ask('/api/docs/');
  expect(docs.headers.get('content-security-policy')).not.toContain('trusted-types');
});

it.each([
  ['localhost', 200],
  ['localhost:3000', 200],
  ['shop.localhost', 200],
  ['127.0.0.1', 200],
  ['192.168.7.9:3000', 200],
  ['[::1]:3000', 200],
  ['tally.example', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['', 403],
])('the development mailbox asked for as %j is answered %s', async (host, status) => {
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
  socket.write(`GET /de%76/mailbox.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(`${answer}`).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('a page of another site gets no file with the cookie of its reader', async () => {
  const person = await program.signIn((await program.seedCompany()).owner.email);
  const signs: Record<string, string>[] = [
    foreign,
    { referer: 'https://evil.example/page' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const path of ['/api/audit/events.csv', '/api/audit/events.jsonl', '/api/audit/proof/export'])
    for (const headers of signs)
      expect(await person.get(path, headers), path).toMatchObject({
        status: 403,
        body: { error: 'foreignOrigin' },
      });
});
