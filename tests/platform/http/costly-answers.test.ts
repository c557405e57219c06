import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

const EXPORT = '/api/audit/proof/export';
const EVENTS = '/api/audit/events.jsonl';

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;
let owner: HttpClient;
beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany({ managers: 1, associates: 1 });
  manager = await program.signIn(company.managers[0]?.email ?? '');
  owner = await program.signIn(company.owner.email);
});
afterAll(() => program.stop());

/** A request whose client has not read its reply yet. */
async function unread(client: HttpClient, path: string) {
  const headers = { cookie: client.cookieHeader() };
  const request = http.get(`${program.url}${path}`, { agent: false, headers });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.on('error', () => {});
  return { request, status: response.statusCode };
}

it('the description of the API is built once, and a client that has it gets no copy', {
  tags: ['asvs-15.2.2'],
}, async () => {
  const anonymous = program.client();
  const first = await anonymous.get('/api/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[0-9a-f]{64}"$/);
  expect((await anonymous.get('/api/openapi.json')).headers.get('etag')).toBe(etag);
  const again = await anonymous.get('/api/openapi.json', { 'if-none-match': `"other", ${etag}` });
  expect(again).toMatchObject({ status: 304, body: '' });
  const former = await anonymous.get('/api/openapi.json', { 'if-none-match': '"former"' });
  expect(former.body).toEqual(first.body);
});

it.each(['cross-site', 'same-site'])(
  'a link on another site (%s) starts no file',
  {
    tags: ['asvs-15.2.2'],
  },
  async (site) => {
    const statement = `/api/audit/proof/statement/${company.owner.employeeId}`;
    for (const path of [EXPORT, EVENTS, '/api/audit/events.csv', statement]) {
      const refused = await manager.get(path, { 'sec-fetch-site': site });
      expect(refused, path).toMatchObject({ status: 403, body: { error: 'foreignOrigin' } });
      for (const own of ['same-origin', 'none'])
        expect((await manager.get(path, { 'sec-fetch-site': own })).status, path).toBe(200);
    }
    // What is no file is read as ever; the browser keeps its answer from the other site.
    expect((await manager.get('/api/audit/proof', { 'sec-fetch-site': site })).status).toBe(200);
  },
);

it('a person makes one file at a time, whatever their sessions, and another person has theirs', {
  tags: ['asvs-2.4.1', 'asvs-15.2.2'],
}, async () => {
  const elsewhere = await program.signIn(company.managers[0]?.email ?? '');
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, at) => (at % 2 ? manager : elsewhere).get(EXPORT)),
  );
  const refused = asked.filter(({ status }) => status !== 200);
  for (const { status, body, headers } of refused) {
    expect({ status, error: body.error }).toEqual({ status: 429, error: 'tooManyRequests' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(asked.length - refused.length).toBeGreaterThan(0);
  expect((await owner.get(EXPORT)).status).toBe(200);
  expect((await manager.get(EVENTS)).status).toBe(200);
  // One that was given up is none.
  const { request, status } = await unread(manager, EXPORT);
  expect(status).toBe(200);
  request.destroy();
  await expect.poll(async () => (await manager.get(EVENTS)).status).toBe(200);
});
