import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyOfStream } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import type { Program } from '#services/main/program.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { type Asked, type Call, contradictions } from './one-order.ts';

const SESSIONS = 8;
const CALLS = 30;
const KINDS = [
  ...(['add goal', 'delete goal', 'delete goal', 'add campaign', 'move campaign', 'move campaign'] as const),
  ...(['delete campaign', 'delete campaign', 'sell', 'sell', 'read campaigns'] as const),
];

let program: TestProgram;
let other: Program;
let company: SeededCompany;
let history: { start: number; calls: Call[]; log: readonly RecordedEvent[] };
beforeAll(async () => {
  program = await startTestProgram();
  other = await startAnother(program, { roles: new Set(['api'] as const) });
  company = await program.seedCompany({ managers: 4 });
  history = await randomHistory();
});
afterAll(async () => {
  await other.stop();
  await program.stop();
});

/** Sessions at both processes, each with one call after the other, on a few goals and campaigns of all. */
async function randomHistory() {
  const start = await program.core.store.head();
  const goals: string[] = [];
  const campaigns: string[] = [];
  const calls: Call[] = [];
  let moment = 0;

  async function send(
    session: HttpClient,
    asked: Asked,
  ): Promise<Pick<Call, 'outcome' | 'position' | 'shown'>> {
    const { status, body, headers } = await request(session, asked);
    if (status !== 200) return { outcome: body.error };
    if (asked.kind === 'add goal') goals.push(body.requestedData[0].id);
    if (asked.kind === 'add campaign') campaigns.push(body.requestedData[0].campaign_id);
    if (asked.kind !== 'read campaigns')
      return { outcome: 'done', position: Number(headers.get('x-tallyboard-position')) };
    type Shown = { campaign_id: string; goal_id: string };
    const isStale = headers.has('x-tallyboard-stale');
    const rows = body.requestedData.map(({ campaign_id, goal_id }: Shown) => [campaign_id, goal_id]);
    return { outcome: 'done', shown: isStale ? undefined : new Map(rows) };
  }

  async function call(session: HttpClient, number: number, asked: Asked): Promise<void> {
    moment += 1;
    const began = moment;
    const answer = await send(session, asked);
    moment += 1;
    calls.push({ session: number, asked, began, ended: moment, ...answer });
  }

  async function work(number: number, url: string): Promise<void> {
    const random = seededRandom(SEED + number);
    // Of the newest, so that sessions meet.
    const oneOf = (ids: readonly string[]) =>
      ids.slice(-6)[Math.floor(random() * Math.min(6, ids.length))] ?? '';
    const session = await signIn(createHttpClient(url), company.managers[number % 4]?.email ?? '');
    for (let nth = 0; nth < CALLS; nth += 1) {
      const kind = nth === 0 ? 'add goal' : (KINDS[Math.floor(random() * KINDS.length)] ?? 'sell');
      const asked = {
        kind,
        ...of(
          kind,
          () => oneOf(goals),
          () => oneOf(campaigns),
        ),
      } as Asked;
      if (!Object.values(asked).includes('')) await call(session, number, asked);
    }
  }
  const urls = [program.url, other.url];
  await Promise.all(Array.from({ length: SESSIONS }, (_, at) => work(at, urls[at % 2] ?? '')));
  // What the others did and were refused is a matter of chance.
  const last = await signIn(createHttpClient(program.url), company.owner.email);
  await call(last, SESSIONS, { kind: 'add goal' });
  const goal = goals.at(-1) ?? '';
  await call(last, SESSIONS, { kind: 'add campaign', goal });
  const campaign = campaigns.at(-1) ?? '';
  await call(last, SESSIONS, { kind: 'add goal' });
  await call(last, SESSIONS, { kind: 'move campaign', campaign, goal: goals.at(-1) ?? '' });
  await call(last, SESSIONS, { kind: 'sell', campaign });
  await call(last, SESSIONS, { kind: 'delete goal', goal: newId() });
  await call(last, SESSIONS, { kind: 'sell', campaign: newId() });
  const all = await program.core.store.readAll({ limit: 10_000 });
  const log = all.filter(({ stream }) => companyOfStream(stream) === company.companyId);
  return { start, calls: calls.filter(({ asked, shown }) => asked.kind !== 'read campaigns' || shown), log };
}

function of(kind: Asked['kind'], goal: () => string, campaign: () => string): Record<string, string> {
  if (kind === 'move campaign') return { campaign: campaign(), goal: goal() };
  if (kind === 'delete campaign' || kind === 'sell') return { campaign: campaign() };
  return kind === 'delete goal' || kind === 'add campaign' ? { goal: goal() } : {};
}

function request(session: HttpClient, asked: Asked) {
  switch (asked.kind) {
    case 'add goal':
      return session.post('/api/goals/addgoal', { name: 'Goal', hourlySales: 1 });
    case 'delete goal':
      return session.delete(`/api/goals/delete/${asked.goal}`);
    case 'add campaign':
      return session.post('/api/campaigns/addcampaign', { name: 'New', commission: 1, goalId: asked.goal });
    case 'move campaign':
      return session.patch(`/api/campaigns/editcampaign/${asked.campaign}`, { goalId: asked.goal });
    case 'delete campaign':
      return session.delete(`/api/campaigns/delete/${asked.campaign}`);
    case 'sell': {
      const sale = { name: 'Roof', campaignId: asked.campaign, price: 10, status: 'Closed' };
      return session.post('/api/sales/addsale', sale);
    }
    case 'read campaigns':
      return session.get('/api/campaigns/getcampaigns/all');
  }
}

it('a random history of concurrent calls to two processes agrees with one order of them', {
  tags: ['reliability-08'],
}, () => {
  const { log, start, calls } = history;
  const counts = new Map<string, number>();
  for (const { outcome } of calls) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['done', 'noSuchGoal', 'noSuchCampaign']));
  expect(contradictions(log, start, calls)).toEqual([]);
});

describe('a history is found to contradict itself', () => {
  const altered = (change: (call: Call, at: number) => Call | Call[]) =>
    contradictions(history.log, history.start, history.calls.flatMap(change));
  const isDone = ({ outcome, asked }: Call) => outcome === 'done' && asked.kind !== 'read campaigns';
  const positions = () => history.calls.filter(isDone).map(({ position }) => position ?? 0);

  it('when an acknowledged event is not in the log, or stands there for no call', () => {
    const { log, start, calls } = history;
    const last = Math.max(...positions());
    expect(
      contradictions(
        log.filter(({ position }) => position !== last),
        start,
        calls,
      ),
    ).not.toEqual([]);
    expect(altered((call) => (call.position === last ? [] : call))).not.toEqual([]);
  });

  it('when two calls have one event, unless the second move of a campaign changed nothing', () => {
    const twice = (kind: Asked['kind']) => {
      const one = history.calls.findLast((call) => call.asked.kind === kind && isDone(call)) as Call;
      const again = { ...one, session: SESSIONS + 1, began: one.began + 0.5, ended: one.ended + 0.5 };
      return altered((call) => (call === one ? [call, again] : call));
    };
    expect(twice('move campaign')).toEqual([]);
    expect(twice('sell')).toContain('two calls have one event');
  });

  it('when a write was over before one that stands before it', () => {
    const first = Math.min(...positions());
    const end = Math.max(...history.calls.map(({ ended }) => ended));
    const late = { began: end + 1, ended: end + 2 };
    expect(altered((call) => (call.position === first ? { ...call, ...late } : call))).not.toEqual([]);
  });

  it('when a refusal or a read fits no moment of it', () => {
    const unknown = { kind: 'delete goal', goal: 'never there' } as const;
    const [call] = history.calls as [Call];
    const refused = { ...call, asked: unknown, outcome: 'goalHasCampaigns', position: undefined };
    expect(altered((each, at) => (at === 0 ? [each, refused] : each))).toHaveLength(1);
    const read = { ...call, asked: { kind: 'read campaigns' } as const, shown: new Map([['a', 'b']]) };
    expect(altered((each, at) => (at === 0 ? [each, read] : each))).toHaveLength(1);
  });
});
