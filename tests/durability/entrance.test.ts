import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '#platform/config.ts';
import { dashboardOf, eventually } from '#tests/gateway/live-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { hasHaproxy, startEntrance } from '#tests/support/servers/entrance.ts';
import { createHttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { PASSWORD, signIn } from '#tests/support/servers/test-program.ts';

const KILLS = 9;
const SELLERS = 4;
/** By then each seller has met the process that hangs. */
const SALES_BESIDE_A_HANGING_ONE = 5;
/** On a busy machine the healthy one may miss a check, too: a sale is then sent several times. */
const SEVERAL_REPEATS = { timeout: 3 * MAX_WAIT_MS };

type Container = { readonly role: Role; readonly ready: Promise<ProgramProcess> };

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openInstallation() {
  const entrance = await startEntrance();
  closing.push(entrance.stop);
  const { dataDir, remove } = temporaryDataDir();
  const database = await createTestDatabase();
  closing.push(remove, () => database.drop());
  const wish = { associates: SELLERS + 1 };
  const company = await withCore(
    dataDir,
    async (core) => {
      await core.database.owner.query('DELETE FROM read.models');
      return seedCompany(core, wish);
    },
    { databaseUrl: database.url },
  );
  const started: Container['ready'][] = [];
  closing.push(async () => {
    for (const each of await Promise.allSettled(started))
      if (each.status === 'fulfilled') await each.value.kill();
  });
  let addresses = 0;

  /** A container has its address from its start to its end, as in a network of containers. */
  function start(role: Role): Container {
    addresses += 1;
    const address = `127.0.9.${addresses}`;
    const found = entrance.names.get(role) ?? new Set();
    entrance.names.set(role, found.add(address));
    const ready = startBuiltProgram(dataDir, undefined, {
      ...{ HOST: address, PORT: String(entrance.containerPort), TRUST_PROXY: '1' },
      ...{ DATABASE_URL: database.url, ROLES: role },
    });
    void ready.then(({ ended }) => ended).then(() => found.delete(address));
    started.push(ready);
    return { role, ready };
  }
  const client = createHttpClient(entrance.url);
  /** Resolves when two processes of the API are asked in turn. */
  async function twoAnswer(): Promise<void> {
    const begun = new Set<string>();
    await eventually(async () => {
      const { body } = await client.get('/metrics');
      const [, at] = /^process_start_time_seconds (\d+)/m.exec(body) ?? [];
      if (at) begun.add(at);
      expect(begun.size).toBe(2);
    });
  }
  return { url: entrance.url, company, start, readyz: () => client.get('/readyz'), twoAnswer };
}

describe.skipIf(!hasHaproxy)('the entrance (skipped without `haproxy`)', () => {
  it('answers while containers die and hang; nothing is lost or doubled', async () => {
    const { url, company, start, readyz, twoAnswer } = await openInstallation();
    const form = {
      name: 'Roof',
      campaignId: company.campaigns[0]?.campaignId ?? '',
      price: 100,
      status: 'Closed',
    };
    const statuses = new Map<string, number>();
    let during = 'kills, with keys';
    onTestFinished(() => console.log('entrance:', Object.fromEntries(statuses)));

    /** Counts the answer, and expects one that the entrance may give. */
    async function counted(request: Promise<HttpReply>, what = during): Promise<HttpReply> {
      const reply = await request;
      const mayComeAgain = reply.status === 503 && Number(reply.headers.get('retry-after')) > 0;
      if (reply.status !== 200 && !mayComeAgain) throw new Error(`${reply.status} ${reply.body}`);
      const status = `${what}: ${reply.status}`;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return reply;
    }

    // None is ready before the read models are built; one that runs is asked all the same, and says so.
    const first = start('api');
    await eventually(async () => {
      const { status, body } = await readyz();
      expect([status, body.checks?.projections.error]).toEqual([503, expect.stringMatching(/^being built/)]);
    });
    const early = await createHttpClient((await first.ready).url).post('/api/login', {
      ...{ username: company.owner.email, password: PASSWORD, tz: 'UTC' },
    });
    expect([early.status, early.body.error]).toEqual([503, 'unavailable']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    const containers: Container[] = [];
    for (const role of ['gateway', 'projections', 'api', 'gateway'] as const) {
      const container = start(role);
      await container.ready;
      containers.push(container);
    }
    containers.push(first);
    await eventually(async () => expect((await readyz()).status).toBe(200));

    const watcher = await signIn(createHttpClient(url), company.owner.email);
    const dashboard = dashboardOf({ url }, watcher, true);
    const [withoutKeys, ...people] = company.associates as [SeededPerson, ...SeededPerson[]];
    const over = new AbortController();
    const sold = new Map(people.map(({ employeeId }) => [employeeId, 0]));
    const sellers = await Promise.all(
      people.map(async ({ email, employeeId }) => ({
        employeeId,
        browser: await signIn(createHttpClient(url), email),
      })),
    );
    const once = await signIn(createHttpClient(url), withoutKeys.email);
    const selling = Promise.all(
      sellers.map(async ({ employeeId, browser }) => {
        while (!over.signal.aborted) {
          const key = { 'idempotency-key': randomUUID() };
          const send = () => counted(browser.post('/api/sales/addsale', form, key));
          while ((await send()).status !== 200);
          sold.set(employeeId, (sold.get(employeeId) as number) + 1);
          await counted(browser.get(`/api/sales/get-commission/${employeeId}`));
        }
      }),
    );
    selling.catch(() => {});

    const take = (role: Role) => {
      const at = containers.findIndex((container) => container.role === role);
      return (containers.splice(at, 1)[0] as Container).ready;
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { role } = containers[0] as Container;
      const program = await take(role);
      // One of its role is always there, but for the one of the projections.
      for (const other of containers) if (other.role === role) await other.ready;
      await program.kill();
      containers.push(start(role));
    }

    // What is not ready any more gets nothing, so what may not be repeated goes well, too.
    await twoAnswer();
    const stopping = await take('api');
    let hasEnded = false;
    void stopping.ended.then(() => {
      hasEnded = true;
    });
    process.kill(stopping.pid, 'SIGTERM');
    containers.push(start('api'));
    const sellOnce = (what: string) => counted(once.post('/api/sales/addsale', form), what);
    let answered = 0;
    for (; !hasEnded; answered += 1) expect((await sellOnce('one stops, without keys')).status).toBe(200);

    await twoAnswer();
    during = 'one hangs, with keys';
    const hanging = await take('api');
    process.kill(hanging.pid, 'SIGSTOP');
    const before = new Map(sold);
    const more = (id: string) => (sold.get(id) as number) - (before.get(id) as number);
    const beside = Promise.all([1, 2, 3, 4].map(() => sellOnce('one hangs, without keys')));
    const least = () => Math.min(...people.map(({ employeeId }) => more(employeeId)));
    const all = expect.poll(least, SEVERAL_REPEATS).toBeGreaterThan(SALES_BESIDE_A_HANGING_ONE);
    // A seller who gave up says why.
    await Promise.race([selling, all]).catch(async (error) => {
      console.log('entrance:', (await readyz()).body);
      throw error;
    });
    const sentOnce = await beside;
    process.kill(hanging.pid, 'SIGCONT');

    over.abort();
    await selling;
    const salesOf = async (employeeId: string) =>
      (await watcher.get(`/api/sales/get-commission/${employeeId}`)).body.commission / 10;
    for (const [employeeId, sales] of sold) {
      expect(await salesOf(employeeId)).toBe(sales);
      await expect.poll(() => dashboard.board()?.rows.get(employeeId)?.sales).toBe(sales);
    }
    // A sale that was sent once, and not answered, is recorded once or not at all.
    answered += sentOnce.filter(({ status }) => status === 200).length;
    const unanswered = sentOnce.filter(({ status }) => status !== 200).length;
    const recorded = await salesOf(withoutKeys.employeeId);
    expect(recorded).toBeGreaterThanOrEqual(answered);
    expect(recorded).toBeLessThanOrEqual(answered + unanswered);
  });
});
