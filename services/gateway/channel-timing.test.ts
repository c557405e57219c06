import { beforeEach, describe, expect, it } from 'vitest';
import type { BillboardChange, BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import {
  DAY,
  dayRowOf,
  NOON,
  type SimulationOptions,
  simulateCalmChannel,
  simulateChannel,
} from '#tests/gateway/simulated-channel.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

const TOMORROW = '2026-11-22';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

const pass = (ms: number) => time.pass(ms);

/** Its log begins where the channel is calm. */
async function calmChannel(options?: SimulationOptions) {
  const simulated = await simulateCalmChannel(time, options);
  simulated.log.length = 0;
  const kinds = () => simulated.log.map((message) => ('from' in message ? 'change' : 'snapshot'));
  return { ...simulated, kinds };
}

describe('a channel waits', () => {
  it('for nothing while it is calm, for one moment while rows wait, and for nothing once it is closed', async () => {
    const { channel, write } = await calmChannel();
    expect(time.waiting()).toBe(0);
    write('ada');
    await pass(5);
    for (const id of ['ada', 'bob', 'ada']) write(id);
    await pass(5);
    write('ada');
    expect(time.waiting()).toBe(1);
    channel.close();
    expect(time.waiting()).toBe(0);
  });

  it('until the interval ends before the next snapshot, but not before rows', async () => {
    const { channel, write, viewer, one, kinds } = await calmChannel();
    channel.join(viewer());
    await pass(10);
    const late = viewer();
    channel.join(late);
    write('ada');
    await pass(10);
    expect(kinds()).toEqual(['snapshot', 'change']);
    expect(late.heard).toBe(0);
    await pass(100);
    expect(kinds()).toEqual(['snapshot', 'change', 'snapshot']);
    expect([late.heard, one.heard]).toEqual([1, 2]);
  });

  it('also before a snapshot for all, and then sends both that and the rows of the meantime', async () => {
    const { channel, write, database, one, kinds } = await calmChannel();
    channel.touch('all', 11);
    await pass(10);
    database.set('bob', 77);
    channel.touch('all', 77);
    write('ada');
    await pass(10);
    expect(kinds()).toEqual(['snapshot', 'change']);
    await pass(100);
    expect(kinds()).toEqual(['snapshot', 'change', 'snapshot']);
    expect(one).toMatchObject({ rows: database, gaps: [] });
  });
});

describe('a channel reads', () => {
  it('no rows for a snapshot of everything, which has them', async () => {
    const { channel, write, kinds } = await calmChannel();
    channel.touch('all', 11);
    await pass(5);
    write('ada');
    await pass(5);
    write('ada');
    channel.touch('all', 13);
    await pass(300);
    expect(kinds()).toEqual(['snapshot', 'change', 'snapshot']);
  });

  it('no rows while its only viewer waits for a snapshot, which has them', async () => {
    const { channel, write, viewer, one, kinds, database } = await calmChannel();
    channel.join(one);
    await pass(5);
    channel.leave(one);
    const next = viewer();
    channel.join(next);
    write('ada');
    await pass(300);
    expect(kinds()).toEqual(['snapshot', 'snapshot']);
    expect(next).toMatchObject({ rows: database, gaps: [] });
  });

  it('nothing again while it is the same date', async () => {
    const { channel, log } = await calmChannel();
    channel.rollOverDate();
    await pass(300);
    expect(log).toEqual([]);
  });

  it('nothing at midnight without a viewer', async () => {
    let day = DAY;
    let looks = 0;
    const delay = () => {
      looks += 1;
      return 1;
    };
    const { channel, one } = await calmChannel({ day: () => day, delay });
    channel.leave(one);
    day = TOMORROW;
    looks = 0;
    channel.rollOverDate();
    await pass(300);
    expect(looks).toBe(0);
  });
});

describe('at midnight', () => {
  it('where the employee of a row is, its viewers get a new snapshot', async () => {
    let now = NOON;
    const { channel, kinds, database } = await calmChannel({ now: () => now, zone: 'Asia/Tokyo' });
    channel.rollOverDate();
    await pass(300);
    expect(kinds()).toEqual([]);
    // Midnight in Tokyo.
    now = `${DAY}T15:00:00.000Z`;
    database.clear();
    channel.rollOverDate();
    await pass(300);
    channel.rollOverDate();
    await pass(300);
    expect(kinds()).toEqual(['snapshot']);
  });

  it('rows are of the date of the snapshot before them, until the next snapshot may be read', async () => {
    let day = DAY;
    const { channel, remove, viewer, pushes, log } = await calmChannel({ day: () => day });
    channel.join(viewer());
    await pass(10);
    day = TOMORROW;
    remove('ada');
    await pass(10);
    expect(pushes().map(({ data }) => (data as BillboardChange).removed)).toEqual([
      [{ employeeId: 'ada', date: DAY }],
    ]);
    channel.rollOverDate();
    await pass(300);
    expect(log.at(-1)?.data).toMatchObject({ date: TOMORROW });
  });

  it('the first viewer after it sees the new date', async () => {
    let day = DAY;
    const { channel, viewer, log } = simulateChannel(time, { day: () => day });
    day = TOMORROW;
    channel.join(viewer());
    await pass(300);
    expect(log.map(({ data }) => (data as BillboardSnapshot).date)).toEqual([TOMORROW]);
  });
});

describe('a channel', () => {
  it('sets a slow viewer aside with the next push, not when another one arrives', async () => {
    const { channel, viewer, behind, aside, one } = await calmChannel();
    behind.add(one);
    channel.join(viewer());
    await pass(300);
    expect(aside).toEqual([]);
  });

  it('pushes nothing for uncommitted rows of another day', async () => {
    const { channel, log } = await calmChannel();
    const row = { ...dayRowOf('ada', 5), day: '2026-11-20' };
    const key = { employee_id: 'ada', day: '2026-11-20' };
    const batch = { position: 12, model: 'employee-days', companyId: 'c', rows: [{ key, row }] };
    channel.showUncommitted(batch);
    await pass(300);
    expect(log).toEqual([]);
  });

  it('of a topic without previews shows rows with their commit', async () => {
    const { channel, showUncommitted, commit, remove, viewer, one, database, log } = await calmChannel({
      hasPreviews: false,
    });
    showUncommitted('ada');
    await pass(50);
    expect(log).toEqual([]);
    commit();
    channel.join(viewer());
    remove('bob');
    await pass(300);
    channel.invalidate(13);
    await pass(300);
    expect(one).toMatchObject({ rows: database, gaps: [] });
    expect(one.rows).toEqual(new Map([['ada', 12]]));
  });
});
