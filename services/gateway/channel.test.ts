import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BillboardChange, BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import { DAY, simulateChannel } from '#tests/gateway/simulated-channel.ts';
import type { Viewer } from '#tests/gateway/simulated-viewer.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

describe('a channel', () => {
  it('sends a snapshot first, then a change that follows its version', async () => {
    const { channel, write, viewer, log } = simulateChannel(time);
    const one = viewer();
    channel.join(one);
    await time.pass(50);
    write('ada');
    await time.pass(50);
    expect(log.map((message) => ['from' in message, message.version])).toEqual([
      [false, 10],
      [true, 11],
    ]);
    expect(one).toMatchObject({ rows: new Map([['ada', 11]]), version: 11, gaps: [] });
  });

  it('pushes the first news at once, all rows of one message together', async () => {
    const { channel, write, viewer, pushes } = simulateChannel(time);
    channel.join(viewer());
    await time.pass(200);
    write('ada', 'bob', 'cyd');
    await time.pass(2);
    expect(pushes().map((push) => (push.data as BillboardChange).rows.length)).toEqual([3]);
  });

  it('coalesces a burst: about ten pushes a second, the last with the final state', async () => {
    const { channel, write, viewer, pushes, database } = simulateChannel(time);
    const one = viewer();
    channel.join(one);
    await time.pass(200);
    for (let sale = 0; sale < 2_000; sale++) {
      write(`agent-${sale % 20}`);
      if (sale % 2 === 1) await time.pass(1);
    }
    await time.pass(300);
    expect(pushes().length).toBeLessThanOrEqual(14);
    expect(one).toMatchObject({ rows: database, gaps: [] });
  });

  it('does not delay single changes: fifty different rows a second are pushed at once', async () => {
    const { channel, write, viewer, pushes } = simulateChannel(time);
    channel.join(viewer());
    await time.pass(200);
    for (let sale = 0; sale < 50; sale++) {
      write(`agent-${sale}`);
      await time.pass(20);
      expect(pushes()).toHaveLength(sale + 1);
    }
  });

  it('shares snapshots among viewers that arrive together', async () => {
    const { channel, viewer, log } = simulateChannel(time);
    for (let viewers = 0; viewers < 500; viewers++) {
      channel.join(viewer());
      await time.pass(1);
    }
    await time.pass(200);
    expect(log.length).toBeLessThanOrEqual(8);
  });

  it.each([true, false])(
    'sends nothing to its members when another viewer joins (previews: %s)',
    async (hasPreviews) => {
      const { channel, viewer, log } = simulateChannel(time, { hasPreviews });
      const [first, second] = [viewer(), viewer()];
      channel.join(first);
      await time.pass(200);
      channel.join(second);
      await time.pass(200);
      expect([log.length, first.heard, second.heard]).toEqual([2, 1, 1]);
    },
  );

  it('skips a slow viewer and sends everything when the viewer joins again', async () => {
    const { channel, write, viewer, behind, aside, database } = simulateChannel(time);
    const [slow, quick] = [viewer(), viewer()];
    for (const one of [slow, quick]) channel.join(one);
    await time.pass(200);
    behind.add(slow);
    write('ada');
    write('bob');
    await time.pass(200);
    expect([aside, slow.heard, quick.rows]).toEqual([[slow], 1, database]);
    behind.delete(slow);
    channel.join(slow);
    await time.pass(200);
    expect(slow).toMatchObject({ rows: database, gaps: [] });
  });

  it('announces removed rows', async () => {
    const { channel, write, remove, viewer } = simulateChannel(time);
    const one = viewer();
    channel.join(one);
    write('ada');
    await time.pass(300);
    remove('ada');
    await time.pass(300);
    expect(one).toMatchObject({ rows: new Map(), gaps: [] });
  });

  it('sends everything again when any row may have changed', async () => {
    const { channel, viewer, database } = simulateChannel(time);
    const one = viewer();
    channel.join(one);
    await time.pass(200);
    database.set('ada', 77);
    channel.touch('all', 77);
    await time.pass(200);
    expect(one).toMatchObject({ rows: database, version: 77, gaps: [] });
  });

  it('changes to the new date at midnight, even without any news', async () => {
    let day = DAY;
    const { channel, viewer, log } = simulateChannel(time, { day: () => day });
    channel.join(viewer());
    await time.pass(200);
    day = '2026-11-22';
    channel.rollOverDate();
    await time.pass(200);
    expect(log.map(({ data }) => (data as BillboardSnapshot).date)).toEqual([DAY, '2026-11-22']);
  });

  it('loses nothing while the database is away', async () => {
    const { channel, write, viewer, fail, database } = simulateChannel(time);
    const [early, late] = [viewer(), viewer()];
    channel.join(early);
    await time.pass(200);
    fail(true);
    write('ada');
    channel.join(late);
    await time.pass(3_000);
    fail(false);
    await time.pass(3_000);
    for (const one of [early, late]) expect(one).toMatchObject({ rows: database, gaps: [] });
  });

  it('in any order of events: no viewer has a gap, and all end with the right rows', async () => {
    const step = fc.record({
      act: fc.constantFrom(
        'write',
        'write',
        'write',
        'remove',
        'join',
        'leave',
        'resync',
        'any row',
        'behind',
      ),
      who: fc.nat(5),
      wait: fc.constantFrom(0, 0, 1, 3, 20, 110),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.nat(40), { minLength: 1 }),
        async (steps, delays) => {
          let reads = 0;
          const simulated = simulateChannel(time, { delay: () => delays[reads++ % delays.length] ?? 0 });
          const { channel, behind, aside } = simulated;
          const viewers = Array.from({ length: 6 }, simulated.viewer);
          const watching = new Set<Viewer>();
          for (const { act, who, wait } of steps) {
            const viewer = viewers[who] as Viewer;
            if (act === 'write') simulated.write(`e${who}`, `e${(who + 1) % 6}`);
            if (act === 'remove') simulated.remove(`e${who}`);
            if (act === 'any row') channel.touch('all', 0);
            if (act === 'join' && !watching.has(viewer)) channel.join(viewer);
            if (act === 'resync' && watching.has(viewer)) channel.join(viewer);
            if (act === 'behind') behind.add(viewer);
            if (act === 'leave') channel.leave(viewer);
            if (act === 'join') watching.add(viewer);
            if (act === 'leave') watching.delete(viewer);
            await time.pass(wait);
          }
          behind.clear();
          for (const viewer of aside) if (watching.has(viewer)) channel.join(viewer);
          await time.pass(1_000);
          for (const viewer of watching) expect(viewer).toMatchObject({ rows: simulated.database, gaps: [] });
          channel.close();
        },
      ),
      { numRuns: 300 },
    );
  });
});
