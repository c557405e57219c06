import { Agent, request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';

/** Behind a proxy that names the client's address. */
const api = apiWorld({ trustProxy: 1 });
let company: Company;
beforeEach(async () => {
  await api.pool.query('DELETE FROM sign_in_failures');
  company = await api.company();
});

const CONNECTIONS = 220;
let flooded = 0;
let flood: string;
beforeEach(() => {
  flooded += 1;
  flood = `203.0.113.${flooded}`;
});

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

/** 220 connections of one address send wrong passwords, one after the other, while `work` runs; how often each status came. */
async function beside<Value>(work: () => Promise<Value>, headers: () => Headers = () => ({})) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number, number>();
  const over = new AbortController();
  let [sent, answeredByAll] = [0, Promise.withResolvers<void>()];
  const hammer = async () => {
    while (!over.signal.aborted) {
      sent += 1;
      const from = { 'x-forwarded-for': flood, ...headers() };
      const status = await post(agent, `flood${sent}@example.test`, 'Wrong-pass1', from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (sent > 2 * CONNECTIONS) answeredByAll.resolve();
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

/** Each person of the company signs in from networks of their own. */
async function othersSignIn(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const { associate, colleague, manager, owner } = company;
  const statuses: number[] = [];
  for (const [at, { email }] of [associate, colleague, manager, owner].entries())
    for (let network = 0; network < 5; network += 1)
      statuses.push(
        await post(agent, email, PASSWORD, { 'x-forwarded-for': `198.51.100.${at * 5 + network}` }),
      );
  agent.destroy();
  return statuses;
}

const ALL_SIGNED_IN = Array<number>(20).fill(200);

async function useUp(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const guesses = Array.from({ length: 101 }, (_, one) =>
    post(agent, `used-up${one}@example.test`, 'Wrong-pass1', { 'x-forwarded-for': flood }),
  );
  expect((await Promise.all(guesses)).filter((status) => status === 429)).toHaveLength(1);
  agent.destroy();
}

describe('while 220 connections of one address hammer the sign-in, others sign in', () => {
  it('when that address is refused', async () => {
    await useUp();
    const { value, statuses } = await beside(othersSignIn);
    expect(value).toEqual(ALL_SIGNED_IN);
    expect([...statuses.keys()]).toEqual([429]);
  });

  it('when each try has another made-up cookie of a device', async () => {
    await useUp();
    let made = 0;
    const cookie = () => {
      made += 1;
      return { cookie: `tb_device=${String(made).padStart(43, 'x')}` };
    };
    const { value, statuses } = await beside(othersSignIn, cookie);
    expect(value).toEqual(ALL_SIGNED_IN);
    expect([...statuses.keys()]).toEqual([429]);
  });

  it('when it is not refused yet', async () => {
    const { value, statuses } = await beside(othersSignIn);
    expect(value).toEqual(ALL_SIGNED_IN);
    expect(statuses.get(401)).toBe(100);
    expect(statuses.has(200)).toBe(false);
  });
});
