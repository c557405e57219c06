import { setTimeout as sleep } from 'node:timers/promises';
import { type AccessRole, accessRule, type RouteName } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import { belongingsOf, goalOf } from '#tests/access/belongings.ts';
import { examples, urlOf } from '#tests/access/examples.ts';
import { openDashboard } from '#tests/gateway/dashboard.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { temporaryDataDir } from '#tests/support/servers/program-process.ts';
import { PASSWORD, type SeededCompany, seedCompany } from '#tests/support/servers/seed-company.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { nameOf } from './routes-called.ts';

/** A program with a database of its own and nothing in it. */
export type TracedProgram = Program & {
  /** Its time goes on by itself. This lets what falls due within `ms` happen at once, each at its own time. */
  hurry(ms: number): Promise<void>;
  /** A request in a new company, ready to be sent. A manager of the company has a dashboard open. */
  prepare(route: RouteName): Promise<PreparedRequest>;
};

export type PreparedRequest = {
  readonly sender: AccessRole;
  /** Resolves when the reply has come. Throws when the request is refused. */
  send(): Promise<void>;
  /** The dashboard answers a heartbeat, as it does every 25 seconds of real time. */
  beat(): void;
  close(): void;
};

const TICK_MS = 10;
const HURRY_MS = 100;

const SIGNS_IN: readonly RouteName[] = [
  ...(['POST /login', 'POST /registration/login-after-registration', 'POST /employees/invitation'] as const),
];

export async function startTracedProgram(): Promise<TracedProgram> {
  const { dataDir, remove } = temporaryDataDir();
  const config = { ...readConfig({}), port: 0, dataDir };
  const time = steppedTime();
  let last = performance.now();
  let passing = Promise.resolve();
  const pass = (ms: number) => (passing = passing.then(() => time.pass(ms)));
  const clockwork = setInterval(() => {
    const now = performance.now();
    void pass(now - last);
    last = now;
  }, TICK_MS);
  clockwork.unref();
  const surroundings = { log: createLog('warn'), clock: time.clock, scheduler: time.scheduler };
  const program = await startProgram(config, surroundings);
  const { core, progress } = program;
  const url = program.url.replace('localhost', '127.0.0.1');
  const waitForReads = (position: number) => progress.waitFor(position, MAX_WAIT_MS);

  async function signIn(email: string): Promise<HttpClient> {
    const client = createHttpClient(url);
    const reply = await client.post('/api/login', { username: email, password: PASSWORD, tz: DAYTIME_ZONE });
    if (reply.status !== 200) throw new Error(`the sign-in of ${email} was answered ${reply.status}`);
    return client;
  }

  async function watch(email: string) {
    const dashboard = openDashboard(url, (await signIn(email)).cookieHeader());
    const deadline = Date.now() + MAX_WAIT_MS;
    while (!dashboard.board() || !dashboard.news()) {
      if (Date.now() > deadline) throw new Error('the dashboard shows nothing');
      await sleep(20);
    }
    return dashboard;
  }

  return {
    ...program,
    async hurry(ms) {
      for (let passed = 0; passed < ms; passed += HURRY_MS) {
        await pass(HURRY_MS);
        // For the database to answer.
        await sleep(TICK_MS);
      }
    },
    async prepare(route) {
      const company = await seedCompany(core);
      await waitForReads(company.position);
      const { providerSubscriptionId } = await subscriptionOf(program, company);
      // The sandbox gets to know the seeded subscription when it is asked for it.
      await core.payments.subscription(providerSubscriptionId);
      const manager = company.managers[0];
      const sender = senderOf(route);
      const person = sender === 'super employee' ? company.owner : company.associates[0];
      if (!manager || !person) throw new Error('a company without people');
      const own = { ...company, ...person, managerId: manager.employeeId };
      const campaignId = company.campaigns[0]?.campaignId ?? '';
      const goalId = await goalOf(core, company.companyId);
      const things = belongingsOf(
        { ...core, waitForReads, origin: program.url },
        { ...own, campaignId, goalId },
      );
      const { cookies = {}, body, ...request } = await examples[route].of(things);
      const client = sender === 'nobody' ? createHttpClient(url) : await signIn(person.email);
      for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
      const dashboard = await watch(manager.email);
      const [method = '', path = ''] = route.split(' ');
      return {
        sender,
        beat: () => dashboard.socket.io.engine.transport.send([{ type: 'pong' }]),
        close: dashboard.close,
        async send() {
          const reply = await client.send(method, `/api${urlOf(path, request)}`, body);
          if (reply.status !== 200) throw new Error(`${route} was answered ${reply.status}`);
        },
      };
    },
    async stop() {
      await program.stop();
      clearInterval(clockwork);
      remove();
    },
  };
}

async function subscriptionOf({ core }: Program, { companyId }: SeededCompany) {
  const found = await core.commands.subscriptions.subscriptionOf(companyId);
  if (found.kind === 'none') throw new Error('the company was seeded without a subscription');
  return found;
}

/** A visitor for a sign-in, else the associate where the route is open to associates. */
function senderOf(route: RouteName): AccessRole {
  if (SIGNS_IN.includes(route)) return 'nobody';
  const found = allEndpoints.find((endpoint) => nameOf(endpoint) === route);
  if (!found) throw new Error(`there is no route ${route}`);
  const { rights } = accessRule(found);
  return rights.associate === 'refused' ? 'super employee' : 'associate';
}
