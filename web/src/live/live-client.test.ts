import { describe, expect, test } from 'vitest';
import { aRow } from '../testing/people.ts';
import { createLiveClient, type LiveConnection, type LiveSocket } from './live-client.ts';
import type { HeldTopics } from './live-topic.ts';

function openedClient() {
  const handlers = new Map<string, (given: never) => void>();
  const emitted: string[] = [];
  const retries: { connect: () => void; after: number; isCancelled: boolean }[] = [];
  let connects = 0;
  let disconnects = 0;
  const socket: LiveSocket = {
    connected: false,
    connect: () => connects++,
    disconnect: () => disconnects++,
    on: (event: string, handler: (given: never) => void) => handlers.set(event, handler),
    emit: (event, topic) => emitted.push(`${event} ${topic}`),
  };
  let state: { held: HeldTopics; connection: LiveConnection } | undefined;
  let frames: (() => void)[] = [];
  let delivered = 0;
  const client = createLiveClient({
    openSocket: () => socket,
    beforeNextFrame: (work) => frames.push(work),
    later: (connect, after) => {
      const retry = { connect, after, isCancelled: false };
      retries.push(retry);
      return () => {
        retry.isCancelled = true;
      };
    },
    random: () => 1,
  });
  const close = client.open((held, connection) => {
    delivered++;
    state = { held, connection };
  });
  return {
    client,
    socket,
    close,
    emitted,
    retries,
    connects: () => connects,
    disconnects: () => disconnects,
    delivered: () => delivered,
    hear: (event: string, given?: unknown) => handlers.get(event)?.(given as never),
    draw() {
      const due = frames;
      frames = [];
      for (const work of due) work();
      return state;
    },
  };
}

const snapshot = (version: number) => ({
  topic: 'billboard',
  version,
  data: { date: '2026-03-02', rows: [aRow('ann')] },
});
const change = (from: number, version: number, commission: number) => ({
  topic: 'billboard',
  from,
  version,
  data: { rows: [aRow('ann', { commission })], removed: [] },
});

describe('news', () => {
  test('of one frame is delivered once, with the last state; a first snapshot at once', () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('snapshot', snapshot(1));
    expect(live.delivered()).toBe(1);
    for (let version = 1; version <= 50; version++)
      live.hear('change', change(version, version + 1, version));
    expect(live.draw()?.held.billboard?.data.rows[0]?.commission).toBe(50);
    expect(live.delivered()).toBe(2);
  });

  test('after a gap is asked for once, and the held state stays until the snapshot', () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('snapshot', snapshot(1));
    live.hear('change', change(3, 4, 40));
    live.hear('change', change(4, 5, 50));
    expect(live.emitted).toEqual(['resync billboard']);
    expect(live.draw()?.held.billboard?.version).toBe(1);
    live.hear('snapshot', snapshot(5));
    live.hear('change', change(5, 6, 60));
    expect(live.draw()?.held.billboard?.data.rows[0]?.commission).toBe(60);
  });

  test('a gap is asked for again after a reconnection', () => {
    const live = openedClient();
    live.hear('change', change(3, 4, 40));
    live.hear('disconnect', 'transport close');
    live.hear('connect');
    live.hear('change', change(4, 5, 40));
    expect(live.emitted).toEqual(['resync billboard', 'resync billboard']);
  });

  test('is not delivered after closing', () => {
    const live = openedClient();
    live.hear('snapshot', snapshot(1));
    live.hear('change', change(1, 2, 20));
    live.close();
    expect(live.draw()?.held.billboard?.version).toBe(1);
    live.hear('snapshot', snapshot(3));
    expect(live.delivered()).toBe(1);
  });
});

describe('the connection', () => {
  test('lost by the network, or closed by the server, is made again after a pause that grows', () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('disconnect', 'transport close');
    expect(live.draw()?.connection).toBe('reconnecting');
    for (let attempt = 0; attempt < 7; attempt++) live.hear('connect_error', new Error('websocket error'));
    expect(live.retries.map(({ after }) => after)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    expect(live.retries.filter(({ isCancelled }) => !isCancelled)).toHaveLength(1);
    live.retries.at(-1)?.connect();
    expect(live.connects()).toBe(2);
    live.hear('connect');
    live.hear('disconnect', 'io server disconnect');
    expect(live.retries.at(-1)?.after).toBe(250);
  });

  test('does not wait when the network is back, and the next pause is the first one again', () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('disconnect', 'transport close');
    for (let attempt = 0; attempt < 7; attempt++) live.hear('connect_error', new Error('websocket error'));
    live.client.reconnectNow();
    expect(live.connects()).toBe(2);
    expect(live.retries.every(({ isCancelled }) => isCancelled)).toBe(true);
    live.hear('connect_error', new Error('websocket error'));
    expect(live.retries.at(-1)).toMatchObject({ after: 250, isCancelled: false });
  });

  test('is not made again after closing', () => {
    const live = openedClient();
    live.hear('connect');
    live.close();
    live.hear('disconnect', 'io client disconnect');
    expect(live.retries).toEqual([]);
  });

  test.each(['notLoggedIn', 'subscriptionInactive'])('refused with %s is not tried again', (reason) => {
    const live = openedClient();
    live.hear('connect_error', new Error(reason));
    expect(live.retries).toHaveLength(0);
    expect(live.draw()?.connection).toBe('signed out');
  });

  test('refused because the server was unavailable is made again', () => {
    const live = openedClient();
    live.hear('connect_error', new Error('unavailable'));
    expect(live.retries).toHaveLength(1);
    expect(live.draw()?.connection).toBe('reconnecting');
  });

  test('that ended with the session says so, and recovers if the session still exists', () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('signed out');
    live.hear('disconnect', 'io server disconnect');
    expect(live.draw()?.connection).toBe('signed out');
    live.client.reconnectNow();
    live.hear('connect');
    expect(live.draw()?.connection).toBe('live');
  });
});

test('when the browser reports that the network is gone, the connection is dropped and made again', () => {
  const opened = openedClient();
  opened.socket.connected = true;
  opened.hear('connect');
  opened.client.dropConnection();
  expect(opened.disconnects()).toBe(1);
  // What socket.io says after a disconnect of our own, from which it does not come back by itself.
  Object.assign(opened.socket, { connected: false });
  opened.hear('disconnect', 'io client disconnect');
  expect(opened.draw()?.connection).toBe('reconnecting');
  const before = opened.connects();
  opened.retries.at(-1)?.connect();
  expect(opened.connects()).toBe(before + 1);
});
