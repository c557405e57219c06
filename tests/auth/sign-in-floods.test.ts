import { Agent, request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

/** Behind a proxy that names the client's address. */
const api = apiWorld({ trustProxy: 1 });
let company: Company;
beforeAll(async () => {
  company = await api.company();
});

/** More than wait in the queue of one network. */
const CONNECTIONS = 220;
const FLOOD = '203.0.113.1';

type Headers = Readonly<Record<string, string>>;

/** Signs in on a connection of the agent; returns the status. */
function post(agent: Agent, username: string, password: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `http://127.0.0.1:${api.port}/api/login`,
      { agent, method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      (reply) => reply.resume().once('end', () => resolve(reply.statusCode ?? 0)),
    );
    sent.once('error', reject).end(JSON.stringify({ username, password }));
  });
}

/** The connections of one address send wrong passwords, one after the other, while `work` runs; how often each status came. */
async function beside<Value>(work: () => Promise<Value>, headers: () => Headers = () => ({})) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number, number>();
  const over = new AbortController();
  let [sent, answeredByAll] = [0, Promise.withResolvers<void>()];
  const hammer = async () => {
    while (!over.signal.aborted) {
      sent += 1;
      const from = { 'x-forwarded-for': FLOOD, ...headers() };
      const status = await post(agent, `flood${sent}@example.test`, 'Wrong-pass1', from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (sent > 16 * CONNECTIONS) answeredByAll.resolve();
    }
  };
  const hammering = Promise.all(Array.from({ length: CONNECTIONS }, hammer));
  await answeredByAll.promise;
  const value = await work();
  over.abort();
  await hammering;
  agent.destroy();
  return { value, statuses };
}

let networks = 0;

/** Each person of the company signs in from a network that is new to them, all at once. */
async function othersSignIn(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const { associate, colleague, manager, owner } = company;
  const statuses = await Promise.all(
    [associate, colleague, manager, owner].map(({ email }) => {
      networks += 1;
      return post(agent, email, PASSWORD, { 'x-forwarded-for': `198.51.100.${networks}` });
    }),
  );
  agent.destroy();
  return statuses;
}

const ALL_SIGNED_IN = [200, 200, 200, 200];

it('while 220 connections of one address hammer the sign-in, others sign in', async () => {
  const first = await beside(othersSignIn);
  expect(first.value).toEqual(ALL_SIGNED_IN);
  expect(first.statuses.get(401)).toBe(100);
  expect(first.statuses.has(200)).toBe(false);

  // Now that address is refused.
  const refused = await beside(othersSignIn);
  expect(refused.value).toEqual(ALL_SIGNED_IN);
  expect([...refused.statuses.keys()]).toEqual([429]);

  // Each try has another made-up cookie of a device.
  let made = 0;
  const cookie = () => {
    made += 1;
    return { cookie: `tb_device=${String(made).padStart(43, 'x')}` };
  };
  const withCookies = await beside(othersSignIn, cookie);
  expect(withCookies.value).toEqual(ALL_SIGNED_IN);
  expect([...withCookies.statuses.keys()]).toEqual([429]);
});
