import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainStart, sealEvent } from '#contracts/proof/chain.ts';
import { sha256 } from '#platform/digest.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { testKeys } from '#tests/proof/sealing-world.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import type { NewLink, SealBatch } from './seal-links.postgres.ts';
import { createSealer, type SealerDeps } from './sealer.ts';

/** The links of one database. */
function linksInMemory() {
  const written: NewLink[] = [];
  /** The companies of each question for heads. */
  const asked: (readonly string[])[] = [];
  const state: { position: number; isAway: boolean } = { position: START, isAway: false };
  return {
    ...{ written, asked, state },
    progress: async () => state.position,
    async write({ after, to, links }: SealBatch) {
      if (state.isAway) throw new Error('the database is away');
      if (after !== state.position) return false;
      state.position = to;
      written.push(...links);
      return true;
    },
    async heads(companyIds: readonly string[]) {
      asked.push(companyIds);
      const newest = new Map(written.map((each) => [each.companyId, { ...each, count: each.number }]));
      return new Map([...newest].filter(([companyId]) => companyIds.includes(companyId)));
    },
  };
}

let time: SteppedTime;
let store: EventStore;
let links: ReturnType<typeof linksInMemory>;
let stop: AbortController;
let logged: Record<string, unknown>[];
let running: Promise<unknown>[];

beforeEach(() => {
  time = steppedTime();
  store = createMemoryEventStore({ clock: time.clock, scheduler: time.scheduler });
  links = linksInMemory();
  stop = new AbortController();
  logged = [];
  running = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running);
});

/** Starts a sealer, like a process of the program, and lets it seal what is there. */
async function start(other: Partial<SealerDeps> = {}): Promise<void> {
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const deps = { links, keys: testKeys, store, log, scheduler: time.scheduler, ...other };
  running.push(createSealer(deps).run(stop.signal));
  await time.pass(0);
}

const REGISTERED = { type: 'CompanyRegistered', version: 1, data: { name: 'Acme' }, metadata: {} };
const registered = () => ({ ...REGISTERED, id: newId() });

/** Appends events, and lets a time pass: after 25 ms they are sealed. */
async function append(count: number, companyId = 'acme', ms = 25): Promise<void> {
  await store.append(`company-${companyId}`, Array.from({ length: count }, registered), 'any');
  await time.pass(ms);
}

const sealed = () => links.written.map(({ position }) => position);

describe('the sealer', () => {
  it('seals the events of each company in their order, each behind the one before it', async () => {
    await append(2);
    await append(1, 'nord');
    await start();
    await append(1);
    expect(sealed()).toEqual([1, 2, 3, 4]);
    const nextBehind = new Map<string, { link: string; number: number }>();
    for (const event of await store.readAll({ limit: 4 })) {
      const companyId = event.stream.replace('company-', '');
      const { link: before = chainStart(sha256, companyId), number = 1 } = nextBehind.get(companyId) ?? {};
      const made = links.written.find(({ position }) => position === event.position);
      const seal = sealEvent(sha256, before, event, made?.key ?? '');
      expect(made).toMatchObject({ ...seal, companyId, position: event.position, number });
      nextBehind.set(companyId, { link: seal.link, number: number + 1 });
    }
    expect(logged).toEqual([]);
  });

  it('seals each event with another key of 16 bytes', async () => {
    await append(4);
    await start();
    const keys = links.written.map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('goes past events that belong to no company', async () => {
    await store.append('noise', [registered()], 'any');
    await store.append('orders-a company', [registered()], 'any');
    await store.append('erasure-acme', [{ ...registered(), type: 'CompanyErased' }], 'any');
    await start();
    expect(links).toMatchObject({ written: [], asked: [], state: { position: 3 } });
  });

  it('asks for the end of each chain once', async () => {
    await append(1);
    await start();
    await append(1);
    await append(1, 'nord');
    await append(1);
    expect(links.asked).toEqual([['acme'], ['nord']]);
  });

  it('seals nothing twice when the progress was set back', async () => {
    await append(3);
    await start();
    stop.abort();
    stop = new AbortController();
    links.state.position = START;
    await start();
    await append(1);
    expect(sealed()).toEqual([1, 2, 3, 4]);
    expect(links.written.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('seals each event once, though another process seals too', async () => {
    await start();
    await start();
    for (const companyId of ['acme', 'acme', 'nord', 'acme']) await append(1, companyId);
    expect(links.written.map(({ companyId, number }) => [companyId, number])).toEqual([
      ['acme', 1],
      ['acme', 2],
      ['nord', 1],
      ['acme', 3],
    ]);
    expect(logged).toEqual([]);
  });

  it('keeps the ends of 10,000 chains, and asks for all of them again after that', async () => {
    const eventOf = (companyId: string, position: number): RecordedEvent => ({
      ...{ ...registered(), type: 'GoalAdded', stream: `structure-${companyId}`, position },
      ...{ revision: 0, recordedAt: '2026-11-20T19:00:00.000Z' },
    });
    const many = Array.from({ length: 10_000 }, (_, index) => eventOf(`c${index}`, index + 1));
    async function* subscribe() {
      yield many;
      yield [eventOf('c0', 10_001), eventOf('new', 10_002)];
      yield [eventOf('c0', 10_003)];
      stop.abort();
    }
    await start({ store: { subscribe, head: async () => 10_003 } });
    await time.pass(50);
    await Promise.all(running);
    expect(links.asked.slice(1)).toEqual([['new'], ['c0']]);
    expect(links.written.at(-1)).toMatchObject({ companyId: 'c0', number: 3 });
  });
});

describe('after a batch the sealer', () => {
  it.each([1, 999])('waits 25 ms for more events when the batch had %i', async (count) => {
    await append(count);
    await start();
    await append(1, 'acme', 0);
    await time.pass(24);
    expect(sealed()).toHaveLength(count);
    await time.pass(1);
    expect(sealed()).toHaveLength(count + 1);
  });

  it('goes on at once when the batch had 1000', async () => {
    await append(1000);
    await start();
    await append(1, 'acme', 0);
    expect(sealed()).toHaveLength(1001);
  });

  it('waits no longer when it is stopped', async () => {
    await append(8);
    await start();
    stop.abort();
    await Promise.all(running);
    expect(links.state.position).toBe(8);
  });
});

describe('when the database is away, the sealer', () => {
  const tries = () => logged.map(({ retryMs }) => retryMs);

  it('tries again with growing pauses, and with the first one after a success', async () => {
    links.state.isAway = true;
    await append(1);
    await start();
    expect(logged).toMatchObject([
      {
        err: { message: 'the database is away' },
        msg: 'sealing is interrupted and will go on by itself',
      },
    ]);
    await time.pass(50);
    await time.pass(99);
    expect(tries()).toEqual([50, 100]);
    await time.pass(1);
    links.state.isAway = false;
    await time.pass(200);
    expect(tries()).toEqual([50, 100, 200]);
    expect(sealed()).toEqual([1]);

    links.state.isAway = true;
    await append(1);
    expect(tries()).toEqual([50, 100, 200, 50]);
    links.state.isAway = false;
    await time.pass(50);
    expect(sealed()).toEqual([1, 2]);
  });

  it('ends a pause when it is stopped', async () => {
    links.state.isAway = true;
    await append(1);
    await start();
    stop.abort();
    await Promise.all(running);
    expect(tries()).toEqual([50]);
  });

  it('logs nothing when it is being stopped', async () => {
    const write = async () => {
      stop.abort();
      throw new Error('the connection was closed');
    };
    await append(1);
    await start({ links: { ...links, write } });
    await Promise.all(running);
    expect(logged).toEqual([]);
  });
});

it('a log that ends before what is sealed is reported as another log', async () => {
  await append(1);
  links.state.position = 2;
  await start();
  expect(logged).toMatchObject([
    { sealed: 2, end: 1, msg: 'the log ends before what is sealed: it is not the same log' },
  ]);
});
