import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { seededRandom } from '#tests/support/random.ts';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

const ROLES = (...roles: ('api' | 'gateway' | 'projections' | 'jobs')[]) => ({ roles: new Set(roles) });
const WRITERS = 4;
const ROUNDS = 10;

/** Repeats the read while the reply is marked stale: a busy machine may take more than two seconds. */
async function fresh(client: HttpClient, path: string, headers: Record<string, string>): Promise<HttpReply> {
  let reply = await client.get(path, headers);
  while (reply.headers.has('x-tallyboard-stale')) reply = await client.get(path, headers);
  expect(reply.status).toBe(200);
  return reply;
}

/** Both processes keep sessions in one database; a write through one is read at the other. */
describe.each([
  { where: 'one process', first: {}, apart: null },
  {
    where: 'a process that projects and one that only answers',
    first: ROLES('api', 'gateway', 'projections', 'jobs'),
    apart: ROLES('api'),
  },
])('the reply cache, in $where', ({ first, apart }) => {
  let program: TestProgram;
  let other: Program | undefined;
  let company: SeededCompany;

  beforeAll(async () => {
    program = await startTestProgram(first);
    if (apart) other = await startAnother(program, apart);
    company = await program.seedCompany({ associates: WRITERS });
  });
  afterAll(async () => {
    await other?.stop();
    await program.stop();
  });

  it('shows all people their own writes, while others write and read', async () => {
    const random = seededRandom(20_261_121);
    const urls = [program.url, other?.url ?? program.url] as const;
    const campaignId = company.campaigns[0]?.campaignId ?? '';

    const reading = new AbortController();
    /** Keeps both reply caches warm, so that a stale reply could be served. */
    const reads = urls.map(async (url) => {
      const manager = await signIn(createHttpClient(url), company.managers[0]?.email ?? '');
      while (!reading.signal.aborted) {
        for (const { employeeId } of company.associates)
          await manager.get(`/api/sales/get-commission/${employeeId}`);
        await manager.get('/api/campaigns/getcampaigns/all');
      }
    });

    const work = company.associates.map(async ({ email, employeeId }) => {
      const here = await signIn(createHttpClient(urls[0]), email);
      const there = createHttpClient(urls[1]);
      for (let count = 1; count <= ROUNDS; count++) {
        const [writer, reader] = random() < 0.5 ? [here, there] : [there, here];
        const cookie = { cookie: here.cookieHeader() };
        const sale = { name: 'One', campaignId, price: '100', status: 'Closed' };
        const written = await writer.post('/api/sales/addsale', sale, cookie);
        expect(written.status).toBe(200);
        const seen = {
          ...cookie,
          'x-tallyboard-position': written.headers.get('x-tallyboard-position') ?? '',
        };
        for (const client of random() < 0.5 ? [reader, writer] : [writer, reader]) {
          const total = await fresh(client, `/api/sales/get-commission/${employeeId}`, seen);
          expect(total.body).toEqual({ commission: 10 * count });
          const listed = await fresh(client, '/api/sales/getsales/all', seen);
          expect(listed.body.requestedData.length).toBe(count);
        }
      }
    });
    await Promise.all(work).finally(() => reading.abort());
    await Promise.all(reads);
  });
});
