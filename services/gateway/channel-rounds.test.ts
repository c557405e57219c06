import { beforeEach, describe, expect, it } from 'vitest';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import {
  DAY,
  type SimulationOptions,
  simulateCalmChannel,
  simulateChannel,
} from '#tests/gateway/simulated-channel.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

const pass = (ms: number) => time.pass(ms);

const calmChannel = (options?: SimulationOptions) => simulateCalmChannel(time, options);

describe('uncommitted rows wait', () => {
  it('while an older change waits for the end of its interval', async () => {
    const { write, showUncommitted, commit, one, pushes } = await calmChannel();
    write('ada');
    await pass(10);
    write('ada');
    showUncommitted('bob');
    await pass(50);
    expect(pushes()).toHaveLength(1);
    commit();
    await pass(60);
    expect(Object.fromEntries(one.rows)).toEqual({ ada: 13, bob: 14 });
  });

  it('while a snapshot is due because any row may have changed', async () => {
    const { channel, showUncommitted, pushes, one } = await calmChannel();
    channel.touch('all', 11);
    await pass(5);
    channel.touch('all', 11);
    showUncommitted('ada');
    expect(pushes()).toEqual([]);
    await pass(200);
    expect(Object.fromEntries(one.rows)).toEqual({ ada: 12, bob: 11 });
  });

  it('while the only viewer waits for a snapshot', async () => {
    const { channel, showUncommitted, viewer, pushes, one } = await calmChannel({ delay: () => 20 });
    const next = viewer();
    channel.leave(one);
    channel.join(next);
    await pass(5);
    showUncommitted('ada');
    expect(pushes()).toEqual([]);
    await pass(100);
    expect([Object.fromEntries(next.rows), next.heard]).toEqual([{ ada: 12, bob: 11 }, 1]);
  });

  it('no longer once older changes were read', async () => {
    const { write, showUncommitted, one } = await calmChannel();
    write('ada');
    await pass(200);
    showUncommitted('ada');
    expect(one.rows.get('ada')).toBe(13);
  });

  it('not for the second reading of rows that were shown before their commit', async () => {
    const { showUncommitted, commit, one } = await calmChannel();
    showUncommitted('ada');
    commit();
    showUncommitted('bob');
    expect(Object.fromEntries(one.rows)).toEqual({ ada: 12, bob: 13 });
  });
});

describe('a round of a channel', () => {
  it('gives the first snapshot the version of all news before it', async () => {
    const { channel, viewer, log } = simulateChannel(time);
    channel.touch('all', 15);
    channel.join(viewer());
    await pass(50);
    expect(log.map(({ version }) => version)).toEqual([15]);
  });

  it('shows the new date when news comes after midnight', async () => {
    let day = DAY;
    const { write, log, pushes } = await calmChannel({ day: () => day });
    day = '2026-11-22';
    write('ada');
    await pass(50);
    expect(pushes()).toEqual([]);
    expect(log.map(({ data }) => (data as BillboardSnapshot).date)).toEqual([DAY, '2026-11-22']);
  });

  it('sends nothing to a viewer that left while its snapshot was read', async () => {
    const { channel, viewer } = simulateChannel(time, { delay: () => 20 });
    const [gone, stays] = [viewer(), viewer()];
    for (const one of [gone, stays]) channel.join(one);
    await pass(5);
    channel.leave(gone);
    await pass(200);
    expect([gone.heard, stays.heard]).toEqual([0, 1]);
  });

  it('sends no changes to a viewer that waits for a new snapshot', async () => {
    const { channel, showUncommitted, viewer, one } = await calmChannel({ delay: () => 20 });
    channel.join(viewer());
    await pass(90);
    channel.join(one);
    showUncommitted('ada');
    expect(one.heard).toBe(1);
  });

  it('sends no snapshot of everything to a slow viewer', async () => {
    const { channel, viewer, behind, aside, one } = await calmChannel();
    const slow = viewer();
    channel.join(slow);
    await pass(200);
    behind.add(slow);
    channel.touch('all', 12);
    await pass(200);
    expect([one.heard, slow.heard, aside]).toEqual([2, 1, [slow]]);
  });

  it('sends nothing after the channel was closed', async () => {
    const { channel, write, one } = await calmChannel({ delay: () => 20 });
    write('ada');
    await pass(5);
    channel.close();
    await pass(5_000);
    expect(one.heard).toBe(1);
  });

  it('reads nothing without a subscriber', async () => {
    let looks = 0;
    const { channel, write, one } = await calmChannel({
      delay: () => {
        looks += 1;
        return 1;
      },
    });
    channel.leave(one);
    looks = 0;
    write('ada');
    channel.touch('all', 13);
    await pass(5_000);
    expect(looks).toBe(0);
  });

  it('asks a database that is away once a second, and still shows everything after it', async () => {
    let looks = 0;
    const { channel, fail, database, one } = await calmChannel({
      delay: () => {
        looks += 1;
        return 0;
      },
    });
    fail(true);
    database.set('ada', 77);
    looks = 0;
    channel.touch('all', 77);
    await pass(9_999);
    expect(looks).toBe(10);
    fail(false);
    await pass(2_000);
    expect(one).toMatchObject({ rows: database, version: 77, gaps: [] });
  });
});
