import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { streams } from '#contracts/events/streams.ts';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { eventually, recordDirectly } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let rival: SeededCompany;
let manager: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
});
beforeEach(async () => {
  [company, rival] = [await program.seedCompany({ associates: 4 }), await program.seedCompany()];
  manager = await program.signIn(company.managers[0]?.email ?? '');
});
afterAll(() => program.stop());

type Line = {
  position: number;
  stream: string;
  revision: number;
  type: string;
  data: unknown;
  metadata: object;
};
type Feed = { socket: WebSocket; lines: Line[]; closed: () => { code: number; reason: string } | null };
const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

function connect(query: string, headers: Record<string, string>): WebSocket {
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}/ws/audit${query}`, { headers });
  opened.push(socket);
  return socket;
}

async function openFeed(person: HttpClient, query = ''): Promise<Feed> {
  const socket = connect(query, { cookie: person.cookieHeader() });
  const lines: Line[] = [];
  let closed: { code: number; reason: string } | null = null;
  socket.on('message', (data) => lines.push(JSON.parse(data.toString())));
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString() };
  });
  await new Promise((connected, fail) => socket.on('open', connected).on('error', fail));
  return { socket, lines, closed: () => closed };
}

function refusal(query: string, headers: Record<string, string>): Promise<number | undefined> {
  const socket = connect(query, headers);
  return new Promise((resolve, fail) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.on('open', () => fail(new Error('was let in')));
    socket.on('error', () => {});
  });
}

const sell = (of: SeededCompany, at = 0) =>
  recordDirectly(program, of, of.associates[at % of.associates.length]?.employeeId ?? '');

it('refuses a missing session, a foreign page, other roles than manager, and an invalid position', async () => {
  const cookie = manager.cookieHeader();
  const associate = await program.signIn(company.associates[0]?.email ?? '');
  expect(await refusal('', {})).toBe(401);
  expect(await refusal('', { cookie: 'tb_session=nonsense' })).toBe(401);
  expect(await refusal('', { cookie, origin: 'https://evil.test' })).toBe(403);
  expect(await refusal('', { cookie: associate.cookieHeader() })).toBe(403);
  for (const after of ['x', '1e3', '-2', '', '1&after=2', '999999999']) {
    expect(await refusal(`?after=${after}`, { cookie })).toBe(400);
  }
});

it('sends every event of the company as stored, from the first one, and continues live', async () => {
  const feed = await openFeed(manager, '?after=-1');
  const position = await sell(company);
  await eventually(() => expect(feed.lines.at(-1)?.position).toBe(position));
  const stored = (await program.core.store.readAll({ limit: 100_000 })).filter(({ stream }) =>
    stream.includes(company.companyId),
  );
  expect(feed.lines).toEqual(stored);
  expect(feed.lines.at(-1)).toMatchObject({ type: 'SaleRecorded', revision: 0 });
});

it('without a position it begins with the next event; with one it resumes after it', async () => {
  const feed = await openFeed(manager);
  // Its own event proves that the feed was reading before the sale.
  await eventually(async () => {
    await sell(company);
    expect(feed.lines).not.toEqual([]);
  });
  const [seen] = feed.lines as [Line];
  const [second, third] = [await sell(company), await sell(company)];
  const resumed = await openFeed(manager, `?after=${second}`);
  await eventually(() => expect(resumed.lines.map(({ position }) => position)).toEqual([third]));
  await eventually(() => expect(feed.lines.at(-1)?.position).toBe(third));
  expect(feed.lines[0]).toEqual(seen);
});

it('resumes after any position that its client names', async () => {
  const whole = await openFeed(manager, '?after=-1');
  const last = await sell(company);
  await eventually(() => expect(whole.lines.at(-1)?.position).toBe(last));
  const positions = whole.lines.map(({ position }) => position);
  // A position between two of its own events, and several of its own positions.
  for (const at of [0, 1, positions.length >> 1, positions.length - 2]) {
    for (const after of [(positions[at] as number) - 1, positions[at] as number]) {
      const feed = await openFeed(manager, `?after=${after}`);
      await eventually(() => expect(feed.lines.at(-1)?.position).toBe(last));
      expect(feed.lines).toEqual(whole.lines.filter(({ position }) => position > after));
      feed.socket.close();
      await eventually(() => expect(feed.closed()).not.toBeNull());
    }
  }
});

it('never shows another company, not even events that cannot be decoded', {
  tags: ['decision-1.1'],
}, async () => {
  const feed = await openFeed(manager, '?after=-1');
  const odd = (companyId: string, metadata: object) =>
    program.core.store.append(
      streams.sale(companyId, newId()),
      [
        {
          id: newId(),
          type: 'FromTheFuture',
          version: 9,
          data: { secret: companyId },
          metadata: { ...metadata },
        },
      ],
      'no stream',
    );
  await odd(rival.companyId, { companyId: rival.companyId });
  // An event whose metadata and stream disagree belongs to no company.
  await odd(rival.companyId, { companyId: company.companyId });
  await odd(company.companyId, { companyId: rival.companyId });
  await odd(rival.companyId, {});
  await Promise.all(Array.from({ length: 20 }, (_, at) => sell(at % 2 ? rival : company, at)));
  await odd(company.companyId, {});
  await eventually(() => expect(feed.lines.at(-1)).toMatchObject({ type: 'FromTheFuture', version: 9 }));
  expect(JSON.stringify(feed.lines)).not.toContain(rival.companyId);
  expect(feed.lines.filter(({ type }) => type === 'FromTheFuture')).toHaveLength(1);
});

it('leaves nothing out for a slow client', async () => {
  const feed = await openFeed(manager, '?after=-1');
  const wire = (feed.socket as unknown as { _socket: { pause(): void; resume(): void } })._socket;
  wire.pause();
  // Far more than the operating system buffers for one socket: 40 events of 200 kB.
  const details = 'x'.repeat(200_000);
  let position = 0;
  for (let at = 0; at < 40; at++) {
    const appended = await program.core.store.append(
      streams.sale(company.companyId, newId()),
      [
        {
          id: newId(),
          type: 'VeryLong',
          version: 1,
          data: { details },
          metadata: { companyId: company.companyId },
        },
      ],
      'no stream',
    );
    position = appended.outcome === 'appended' ? appended.position : position;
  }
  expect(feed.lines.some((line) => line.position === position)).toBe(false);
  wire.resume();
  await eventually(() => expect(feed.lines.at(-1)?.position).toBe(position));
  expect(feed.lines.filter(({ type }) => type === 'VeryLong')).toHaveLength(40);
  const positions = feed.lines.map((line) => line.position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

it('one session may open only a few, also at once', async () => {
  // A new session: feeds of another one may still be open.
  const person = await program.signIn(company.managers[0]?.email ?? '');
  const cookie = person.cookieHeader();
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => openFeed(person, '?after=-1')));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(await refusal('', { cookie })).toBe(429);
});

it('closes when the session is revoked, and when the person stops being a manager', async () => {
  const [leaving, falling] = [company.owner, company.managers[0]] as { employeeId: string; email: string }[];
  const owner = await program.signIn(leaving?.email ?? '');
  const feed = await openFeed(owner);
  await owner.delete('/api/logout');
  await eventually(() => expect(feed.closed()).toEqual({ code: 4401, reason: 'signed out' }));

  const other = await openFeed(manager);
  await done(
    program.core.commands.employees.editEmployee(contextOf(company.companyId), {
      employeeId: falling?.employeeId ?? '',
      role: 'sales associate',
      campaignId: company.campaigns[0]?.campaignId,
    }),
  );
  await eventually(() => expect(other.closed()).toEqual({ code: 4403, reason: 'restricted' }));
});
