import Fastify, { type InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import * as employees from '#contracts/endpoints/employees.endpoints.ts';
import * as goals from '#contracts/endpoints/goals.endpoints.ts';
import * as logs from '#contracts/endpoints/logs.endpoints.ts';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { type Scheduler, systemScheduler } from '../clock.ts';
import type { Principal } from '../principal.ts';
import { companyInScope } from '../scope.ts';
import { createReadYourWrites } from './read-your-writes.ts';
import { createErrorHandler } from './respond.ts';
import { createRoute } from './route.ts';

const manager: Principal = {
  sessionId: 's1',
  employeeId: 'e1',
  companyId: 'c1',
  role: 'manager',
  type: 'employee',
  timeZone: 'UTC',
  subscriptionIsActive: true,
};
const associate: Principal = { ...manager, role: 'sales associate' };
const unpaid: Principal = { ...manager, subscriptionIsActive: false };

/** The HTTP side of some endpoints; their handlers answer with what they got. */
function serve(
  identify: (cookie: string | undefined) => Principal | null | Promise<Principal | null>,
  scheduler: Scheduler = systemScheduler,
) {
  const waits: number[] = [];
  const handled: unknown[] = [];
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const progress = {
    position: () => 10,
    waitFor: async (position: number) => {
      waits.push(position);
      return true;
    },
  };
  const app = Fastify();
  app.setErrorHandler(createErrorHandler(log));
  const route = createRoute(app, {
    identify,
    readYourWrites: createReadYourWrites({
      progress,
      head: async () => 10,
      secure: false,
      scheduler: systemScheduler,
    }),
    publicUrl: () => undefined,
    replies: { take: () => Promise.reject(new Error('no reply is cached here')) } as never,
    reuseOf: () => undefined,
    pastMoment: async () => ({ position: 7, instant: '2026-11-20T00:00:00.000Z' }),
    keys: {
      claim: async () => ({ kind: 'execute' }),
      keep: async () => {},
      forget: async () => 0,
    },
    clock: { now: () => new Date('2026-11-21T09:00:00Z') },
    scheduler,
    writeRates: { perCompany: 0, perPerson: 0 },
    log,
  });
  const note = ({ caller, params, query, body }: { [part: string]: unknown }) => {
    handled.push({ caller, params, query, body, scope: companyInScope() });
    return { ok: true, position: 12, reply: { message: 'done', requestedData: [] } } as never;
  };
  route(goals.getAllGoals, note);
  route(goals.getCampaignsOfGoal, (call) =>
    call.params.id === 'again' ? { ...rejected('tooManyRequests'), retryAfterSeconds: 5 } : note(call),
  );
  route(goals.addGoal, note);
  route(employees.getEmployeeById, note);
  route(logs.getLogsOfDate, note);
  running.push(app);
  return { waits, handled, ask: (request: InjectOptions) => app.inject(request) };
}

const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

const refusal = (code: MessageCode) => errorBody(code);
const add = { method: 'POST', url: '/goals/addgoal', payload: { name: 'Steady' } } as const;

describe('a request', () => {
  it('reaches its handler with its caller and its fields, within the company of the caller', async () => {
    const { ask, handled } = serve(() => manager);
    expect((await ask(add)).statusCode).toBe(200);
    expect((await ask({ url: '/goals/getcampaigns/g1?limit=5' })).statusCode).toBe(200);
    expect(handled).toMatchObject([
      { caller: manager, body: { name: 'Steady' }, scope: 'c1' },
      { caller: manager, params: { id: 'g1' }, query: { limit: '5' }, scope: 'c1' },
    ]);
  });

  it('that is refused once too often is answered a second later', { tags: ['asvs-2.4.1'] }, async () => {
    const { scheduler, pass, waiting } = steppedTime();
    const { ask } = serve(() => manager, scheduler);
    let refused = 0;
    const asked = Array.from({ length: 21 }, async () => {
      const { statusCode, headers } = await ask({ url: '/goals/getcampaigns/again' });
      expect([statusCode, headers['retry-after']]).toEqual([429, '5']);
      refused += 1;
    });
    await Promise.all(asked.slice(0, 20));
    expect((await ask({ url: '/goals/getcampaigns/g1' })).statusCode).toBe(200);
    expect([refused, waiting()]).toEqual([20, 1]);
    await pass(1000);
    await Promise.all(asked);
    expect(refused).toBe(21);
  });

  it('that writes is answered with the position of what it wrote', async () => {
    const { ask } = serve(() => manager);
    expect((await ask(add)).headers).toMatchObject({ 'x-tallyboard-position': '12' });
  });

  it('is answered with the fields of its schema only', { tags: ['asvs-15.3.1'] }, async () => {
    const { ask } = serve(() => manager);
    expect((await ask({ url: '/goals/getgoals/all' })).json()).toEqual({ requestedData: [] });
  });

  it('that does not fit its schema is refused with the code of its endpoint', async () => {
    const { ask, handled } = serve(() => manager);
    const wrong = [
      await ask({ ...add, payload: { name: 7 } }),
      await ask({ url: '/goals/getcampaigns/g1?limit=many' }),
      await ask({ url: `/goals/getcampaigns/${'g'.repeat(65)}` }),
    ];
    expect(wrong.map((reply) => reply.statusCode)).toEqual([400, 400, 400]);
    expect(wrong.map((reply) => reply.json())).toMatchObject([
      refusal(goals.addGoal.onInvalidInput),
      refusal('failedFetch'),
      refusal('failedFetch'),
    ]);
    expect(handled).toEqual([]);
  });

  it('from another site is refused when it writes, before its session is looked up', async () => {
    const { ask, handled } = serve(() => manager);
    const foreign = { origin: 'https://evil.example' };
    const refused = await ask({ ...add, headers: foreign });
    expect([refused.statusCode, refused.json()]).toEqual([403, refusal('foreignOrigin')]);
    expect((await ask({ url: '/goals/getgoals/all', headers: foreign })).statusCode).toBe(200);
    expect(handled).toHaveLength(1);
  });

  it('without a session, or of a role without the right, is refused', async () => {
    const nobody = await serve(() => null).ask(add);
    expect([nobody.statusCode, nobody.json()]).toEqual([401, refusal('notLoggedIn')]);
    const late = await serve(() => Promise.resolve(associate)).ask(add);
    expect([late.statusCode, late.json()]).toEqual([403, refusal('restricted')]);
  });

  it('is about its caller by the path or by the query', async () => {
    const { ask } = serve(() => associate);
    const statusOf = async (url: string) => (await ask({ url })).statusCode;
    expect(await statusOf('/employees/getemployee/e1')).toBe(200);
    expect(await statusOf('/employees/getemployee/e2')).toBe(403);
    expect(await statusOf('/employees/getemployee/e2?id=e1')).toBe(403);
    expect(await statusOf('/logs/getlogsbyid&date?id=e1&date=2026-11-21')).toBe(200);
    expect(await statusOf('/logs/getlogsbyid&date?id=e2&date=2026-11-21')).toBe(403);
  });

  it('fails as a whole when its session cannot be looked up', { tags: ['asvs-16.5.3'] }, async () => {
    const { ask, handled } = serve(() => Promise.reject(new Error('away')));
    expect((await ask(add)).statusCode).toBe(500);
    expect(handled).toEqual([]);
  });

  it('for a past moment is refused where only the present is known', async () => {
    const { ask, handled } = serve(() => manager);
    const refused = await ask({ ...add, url: '/goals/addgoal?as-of=@7' });
    expect([refused.statusCode, refused.json()]).toEqual([400, refusal('asOfNotHere')]);
    expect(handled).toEqual([]);
    const past = await ask({ url: '/goals/getgoals/all?as-of=@7' });
    expect([past.statusCode, past.headers['x-tallyboard-as-of']]).toEqual([
      200,
      '7 2026-11-20T00:00:00.000Z',
    ]);
  });
});

describe('a company that has not paid', () => {
  /** The session of each look-up, one after the other. */
  function lookUps(...sessions: (Principal | null)[]) {
    let done = 0;
    const server = serve(() => Promise.resolve(sessions[done++] ?? null));
    return { ...server, done: () => done };
  }
  const url = '/goals/getgoals/all';
  const paidAt = { 'x-tallyboard-position': '12' };

  it('is looked up again after its own last write', async () => {
    const { ask, waits, done } = lookUps(unpaid, manager);
    expect((await ask({ url, headers: paidAt })).statusCode).toBe(200);
    expect(done()).toBe(2);
    // For the session, then for the reply.
    expect(waits).toEqual([12, 12]);
  });

  it('is refused at once when it wrote nothing', async () => {
    const { ask, waits, done } = lookUps(unpaid, manager);
    const refused = await ask({ url });
    expect([refused.statusCode, refused.json()]).toEqual([402, refusal('subscriptionInactive')]);
    expect([done(), waits]).toEqual([1, []]);
  });

  it('is the only one that is looked up twice', async () => {
    const paid = lookUps(manager, null);
    expect((await paid.ask({ url, headers: paidAt })).statusCode).toBe(200);
    expect(paid.done()).toBe(1);
    const signedOut = lookUps(null, manager);
    expect((await signedOut.ask({ url, headers: paidAt })).statusCode).toBe(401);
    expect(signedOut.done()).toBe(1);
  });
});
