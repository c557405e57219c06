import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '#platform/ids.ts';
import { recordDirectly, recordSale } from '#tests/gateway/live-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

let program: TestProgram;
let ours: SeededCompany;
let theirs: SeededCompany;
let people: [associate: HttpClient, manager: HttpClient];
/** Every id of the other company, by name. */
let secrets: string[];

beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());
beforeEach(async () => {
  [ours, theirs] = [await program.seedCompany(), await program.seedCompany({ name: 'Zebra' })];
  people = [
    await program.signIn(ours.associates[0]?.email ?? ''),
    await program.signIn(ours.managers[0]?.email ?? ''),
  ];
  const { companyId, owner, managers, associates, campaigns } = theirs;
  const named = [...[owner, ...managers, ...associates].map((one) => one.employeeId)];
  secrets = ['Zebra', companyId, ...named, ...campaigns.map((one) => one.campaignId)];
});

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

type Listener = { readonly socket: Socket; readonly received: unknown[][] };

/** Connected, after it has received everything that its person may see. */
async function listening(person: HttpClient, topics: number): Promise<Listener> {
  const received: unknown[][] = [];
  const extraHeaders = { cookie: person.cookieHeader() };
  const socket = io(program.url, { transports: ['websocket'], forceNew: true, extraHeaders });
  opened.push(socket);
  socket.onAny((...payloads) => received.push(payloads));
  await vi.waitFor(() => expect(snapshotsIn(received)).toHaveLength(topics), WAIT_OPTIONS);
  return { socket, received };
}

/** All later messages are changes, for example of a shift that has just begun. */
const snapshotsIn = (received: readonly unknown[][]) => received.filter(([event]) => event === 'snapshot');

const EVENTS = ['resync', 'join', 'subscribe', 'room', 'watch', 'snapshot', 'change', 'billboard'];

/** Messages that a client might send to subscribe to an id. */
function messagesWith(id: string): unknown[][] {
  const ofManagers = [`managers:${id}`, `days:${id}`];
  const rooms = [`company:${id}/${DAYTIME_ZONE}`, ...ofManagers, `person:${id}/${id}/${DAYTIME_ZONE}`];
  const payloads = [
    id,
    ...rooms,
    { topic: 'billboard', companyId: id },
    ['billboard', id],
    { room: rooms[0] },
  ];
  return EVENTS.flatMap((event) => payloads.map((what) => [event, what]));
}

async function theirEvents(): Promise<unknown> {
  const { rows } = await program.core.database.owner.query(
    `SELECT count(*) FROM events WHERE metadata->>'companyId' = $1`,
    [theirs.companyId],
  );
  return rows[0]?.count;
}

describe('a dashboard that names things of another company', () => {
  it('receives no more for them than for unknown ids', { tags: ['asvs-8.2.2', 'spec-6.7'] }, async () => {
    const before = await theirEvents();
    const named = [...secrets, ...secrets.map(() => newId())];
    // A connection may send 240 messages a minute.
    const portions = Array.from({ length: Math.ceil(named.length / 3) }, (_, at) =>
      named.slice(3 * at, 3 * at + 3),
    );
    for (const [at, person, some] of people.flatMap((one, who) =>
      portions.map((ids) => [who, one, ids] as const),
    )) {
      const topics = 3 + 2 * at;
      const { socket, received } = await listening(person, topics);
      const acknowledged: unknown[] = [];
      for (const id of some) {
        for (const [event = '', what] of messagesWith(id) as [string, unknown][]) {
          socket.emit(event, what, (answer: unknown) => acknowledged.push(answer));
        }
      }
      // Once this is answered, the earlier messages are processed.
      socket.emit('resync', 'own figures');
      await vi.waitFor(() => expect(snapshotsIn(received).length).toBeGreaterThan(topics), WAIT_OPTIONS);
      expect(snapshotsIn(received).slice(topics)).toMatchObject([['snapshot', { topic: 'own figures' }]]);
      for (const secret of secrets) expect(JSON.stringify(received)).not.toContain(secret);
      expect(acknowledged).toEqual([]);
      socket.close();
    }
    expect(await theirEvents()).toBe(before);
  });

  it("receives only its own company's news while both sell, whatever it subscribes to again", {
    tags: ['reliability-22', 'spec-6.7', 'decision-1.1'],
  }, async () => {
    const listeners = await Promise.all(people.map((person, at) => listening(person, 3 + 2 * at)));
    const rounds = Array.from({ length: 15 });
    for (const _ of rounds) {
      for (const { socket } of listeners) {
        for (const topic of ['billboard', 'own figures', 'sale news', 'days', 'catalogue']) {
          socket.emit('resync', topic, theirs.companyId, { companyId: theirs.companyId });
        }
      }
      await Promise.all([
        recordSale(people[0], ours),
        recordDirectly(program, theirs, theirs.associates[0]?.employeeId ?? ''),
      ]);
    }
    await vi.waitFor(() => {
      for (const { received } of listeners)
        expect(JSON.stringify(received)).toContain(`"sales":${rounds.length}`);
    }, WAIT_OPTIONS);
    for (const { received } of listeners) {
      const text = JSON.stringify(received);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });
});

describe('an audit feed that names another company', () => {
  it.each(['companyId', 'company_id', 'company', 'stream'])(
    'in its query as %s receives only its own events',
    async (field) => {
      const headers = { cookie: people[1].cookieHeader() };
      const query = `after=-1&${field}=${theirs.companyId}`;
      const socket = new WebSocket(`${program.url.replace('http', 'ws')}/ws/audit?${query}`, { headers });
      opened.push(socket);
      const lines: string[] = [];
      socket.on('message', (data) => lines.push(data.toString()));
      await new Promise((connected, fail) => socket.on('open', connected).on('error', fail));
      for (const secret of secrets) {
        socket.send(JSON.stringify({ companyId: secret }));
        socket.send(secret);
      }
      // Our event follows theirs in the log, so theirs would have arrived first.
      await recordDirectly(program, theirs, theirs.associates[0]?.employeeId ?? '');
      const position = await recordDirectly(program, ours, ours.associates[0]?.employeeId ?? '');
      await vi.waitFor(() => expect(lines.at(-1)).toContain(`"position":${position}`), WAIT_OPTIONS);
      for (const secret of secrets) expect(lines.join()).not.toContain(secret);
      for (const line of lines) expect(line).toContain(ours.companyId);
    },
  );
});
