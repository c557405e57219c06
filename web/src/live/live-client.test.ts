import { describe, expect, test, vi } from 'vitest';
import { aRow } from '../testing/people.ts';
import { openedClient } from './opened-client.fixture.ts';

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
  test('is made again within a second for a minute, while the page is awaited and the server is away', async () => {
    const live = openedClient();
    live.hear('connect');
    live.world.isThere = false;
    live.hear('disconnect', 'transport close');
    expect(live.draw()?.connection).toBe('reconnecting');
    while (live.world.time < 60_000) await live.retry();
    const pauses = live.retries.map(({ after }) => after);
    expect(pauses.slice(0, 3)).toEqual([250, 500, 1000]);
    expect(Math.max(...pauses.slice(0, -1))).toBe(1000);
    expect(pauses.at(-1)).toBe(5000);
    // Only the small request was made: browsers hold back websockets after some that failed.
    expect(live.connects()).toBe(1);
    live.world.isThere = true;
    await live.retry();
    expect(live.connects()).toBe(2);
    live.hear('connect');
    live.hear('disconnect', 'io server disconnect');
    expect(live.retries.at(-1)?.after).toBe(250);
  });

  test('is made again less often while the page is hidden', async () => {
    const live = openedClient();
    live.hear('connect');
    Object.assign(live.world, { isThere: false, isAwaited: false });
    live.hear('disconnect', 'transport close');
    for (let attempt = 0; attempt < 6; attempt++) await live.retry();
    expect(live.retries.map(({ after }) => after)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  test('is asked for ever less often by a server that answers and refuses it', async () => {
    const live = openedClient();
    live.hear('connect');
    live.hear('disconnect', 'transport close');
    for (let attempt = 0; attempt < 6; attempt++) {
      await live.retry();
      live.hear('connect_error', new Error('unavailable'));
    }
    expect([...live.waited, live.retries.at(-1)?.after]).toEqual([250, 250, 500, 1000, 2000, 4000, 5000]);
    expect(live.retries.filter(({ isOver }) => !isOver)).toHaveLength(1);
  });

  test('does not wait when the network is back, and the next pause is the first one again', async () => {
    const live = openedClient();
    live.hear('connect');
    live.world.isThere = false;
    live.hear('disconnect', 'transport close');
    for (let attempt = 0; attempt < 7; attempt++) await live.retry();
    live.client.reconnectNow();
    expect(live.connects()).toBe(2);
    expect(live.retries.every(({ isOver }) => isOver)).toBe(true);
    live.hear('connect_error', new Error('websocket error'));
    expect(live.retries.at(-1)).toMatchObject({ after: 250, isOver: false });
  });

  test('is sought each second while requests hang, and made by the first that is answered', async () => {
    const live = openedClient();
    live.hear('connect');
    const answered = Promise.withResolvers<boolean>();
    live.world.isThere = answered.promise;
    live.hear('disconnect', 'transport close');
    for (let attempt = 0; attempt < 4; attempt++) await live.retry();
    expect(live.retries.map(({ after }) => after)).toEqual([250, 500, 1000, 1000, 1000]);
    answered.resolve(true);
    await vi.waitFor(() => expect(live.connects()).toBe(2));
    expect(live.retries.at(-1)?.isOver).toBe(true);
    await answered.promise;
    expect(live.connects()).toBe(2);
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

describe('a connection in doubt', () => {
  const doubted = () => {
    const live = openedClient();
    live.socket.connected = true;
    live.hear('connect');
    live.world.time = 3000;
    live.client.checkConnection();
    live.client.checkConnection();
    return live;
  };

  test('that gives no sign of life within three seconds is dropped', () => {
    const live = doubted();
    expect(live.emitted).toEqual(['probe']);
    expect(live.retries.at(-1)).toMatchObject({ after: 3000, isOver: false });
    live.retries.at(-1)?.connect();
    expect(live.disconnects()).toBe(1);
  });

  test.each([
    ['an answer', (live: ReturnType<typeof openedClient>) => live.world.answer()],
    ['news', (live: ReturnType<typeof openedClient>) => live.hear('snapshot', snapshot(1))],
  ])('stays after %s, and is not asked again at once', (_what, happens) => {
    const live = doubted();
    happens(live);
    expect(live.retries.at(-1)?.isOver).toBe(true);
    live.client.checkConnection();
    expect(live.emitted).toEqual(['probe']);
    live.world.time += 3000;
    live.client.checkConnection();
    expect(live.emitted).toEqual(['probe', 'probe']);
  });
});

test('when the browser reports that the network is gone, the connection is dropped and made again', async () => {
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
  await opened.retry();
  expect(opened.connects()).toBe(before + 1);
});
