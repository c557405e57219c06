import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { signIn } from '#tests/support/servers/test-program.ts';

const { dataDir, remove } = temporaryDataDir();
let program: ProgramProcess;
let browser: HttpClient;
let campaignId: string;

beforeAll(async () => {
  program = await startBuiltProgram(dataDir);
  const company = await withCore(dataDir, (core) => seedCompany(core));
  campaignId = company.campaigns[0]?.campaignId ?? '';
  browser = await signIn(createHttpClient(program.url), company.associates[0]?.email ?? '');
});
afterAll(async () => {
  await program.stop();
  remove();
});

const sell = (customerNumber: string): Promise<HttpReply> =>
  browser.post(
    '/api/sales/addsale',
    { name: 'Roof', campaignId, price: '100.00', status: 'Closed', customerNumber },
    { 'idempotency-key': customerNumber.replaceAll(' ', '-') },
  );

/** Repeats the request until the answer is 200; returns every answer on the way. */
async function untilAnswered(ask: () => Promise<HttpReply>): Promise<HttpReply[]> {
  const replies: HttpReply[] = [];
  await vi.waitFor(async () => {
    replies.push(await ask());
    expect(replies.at(-1)?.status).toBe(200);
  }, WAIT_OPTIONS);
  return replies;
}

const soldTo = async () => {
  const { requestedData } = (await browser.get('/api/sales/getsales/all')).body;
  return requestedData.map((sale: { customer_number: string }) => sale.customer_number).sort();
};

/** Waits for a server to kill: the last one may be gone while the next one is starting. */
const killPostgres = () => vi.waitFor(() => process.kill(-program.postgresPid(), 'SIGKILL'), WAIT_OPTIONS);

const REFUSAL = { message: expect.any(String), error: expect.any(String) };

const readyReport = async () => (await untilAnswered(() => browser.get('/readyz'))).at(-1)?.body;

it('a program keeps every sale when its own Postgres is killed, alone and together with the program', {
  tags: ['reliability-02', 'decision-12.1'],
}, async () => {
  // The read models were built a moment before.
  await killPostgres();
  await untilAnswered(() => sell('the very first'));
  expect(await readyReport()).toMatchObject({ ready: true });

  const waves = ['first', 'second'];
  const refusals: HttpReply[] = [];
  for (const wave of waves) {
    await untilAnswered(() => sell(`before the ${wave}`));
    // If Postgres restarts before the program notices, no request is refused; then it is killed again.
    for (const before = refusals.length; refusals.length === before; ) {
      await killPostgres();
      const replies = await untilAnswered(() => sell(`during the ${wave}`));
      refusals.push(...replies.filter(({ status }) => status !== 200));
    }
  }
  for (const { status, headers, body } of refusals) {
    const retry = Number(headers.get('retry-after')) > 0;
    expect({ status, retry, body }).toEqual({ status: 503, retry: true, body: REFUSAL });
  }
  const allSold = [
    'the very first',
    ...waves.flatMap((wave) => [`before the ${wave}`, `during the ${wave}`]),
  ];
  const expectAllSold = () =>
    vi.waitFor(async () => expect(await soldTo()).toEqual(allSold.toSorted()), WAIT_OPTIONS);
  await expectAllSold();
  const projections = { ok: true, setAside: 0 };
  expect(await readyReport()).toMatchObject({ ready: true, checks: { projections } });

  // A program that is killed alone stops its Postgres.
  for (const also of ['postgres', undefined] as const) {
    await program.kill(also);
    program = await startBuiltProgram(dataDir);
    const { cookies } = browser;
    browser = createHttpClient(program.url);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await expectAllSold();
  }
});
