import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SimulationOptions, simulateChannel } from '#tests/gateway/simulated-channel.ts';
import type { Viewer } from '#tests/gateway/simulated-viewer.ts';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { INTERVAL_MS } from './channel.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

/** A channel that showed ada and bob (positions 11 and 12) to one viewer a while ago. */
async function calmChannel(options: SimulationOptions = {}) {
  const simulated = simulateChannel(time, options);
  simulated.write('ada');
  simulated.write('bob');
  const one = simulated.viewer();
  simulated.channel.join(one);
  await time.pass(500);
  return { ...simulated, one };
}

describe('a channel with previews of uncommitted rows', () => {
  it('shows them at once, and pushes nothing more after an equal commit', async () => {
    const { showUncommitted, commit, one, pushes } = await calmChannel();
    showUncommitted('ada');
    expect(one).toMatchObject({ rows: new Map(Object.entries({ ada: 13, bob: 12 })), version: 13 });
    commit();
    await time.pass(1_000);
    expect([pushes().length, one.gaps]).toEqual([1, []]);
  });

  it('corrects a preview that was not committed', async () => {
    const { showUncommitted, refuse, one, database } = await calmChannel();
    showUncommitted('ada');
    refuse();
    await time.pass(INTERVAL_MS + 5);
    expect(one).toMatchObject({ rows: database, gaps: [] });
  });

  it('shows the committed rows again when the runner is lost', async () => {
    const { showUncommitted, loseTheRunner, one, database } = await calmChannel();
    showUncommitted('ada');
    loseTheRunner(false);
    await time.pass(INTERVAL_MS + 5);
    expect(one).toMatchObject({ rows: database, gaps: [] });
  });

  it('waits for the commit of a row that it has never read', async () => {
    const { showUncommitted, commit, one, pushes } = await calmChannel();
    showUncommitted('cyd');
    expect(pushes()).toEqual([]);
    commit();
    await time.pass(5);
    expect(one.rows.get('cyd')).toBe(13);
  });

  it('shows a removed row', async () => {
    const { showUncommittedRemoval, commit, one, database } = await calmChannel();
    showUncommittedRemoval('ada');
    expect(one.rows).toEqual(new Map([['bob', 12]]));
    commit();
    await time.pass(500);
    expect(one).toMatchObject({ rows: database, gaps: [] });
  });

  it('lets no later row overtake one that waits for its commit', async () => {
    const { showUncommitted, commit, one, pushes } = await calmChannel();
    showUncommitted('cyd');
    showUncommitted('ada');
    // The first row was committed then and is being read; the other one waits for it.
    expect(pushes()).toEqual([]);
    commit();
    await time.pass(INTERVAL_MS);
    expect(one.rows).toEqual(new Map(Object.entries({ ada: 14, bob: 12, cyd: 13 })));
    expect(pushes().map(({ version }) => version)).toEqual(
      pushes()
        .map(({ version }) => version)
        .toSorted(),
    );
  });

  it('shows a row at most once per interval', async () => {
    const { showUncommitted, commit, pushes, one } = await calmChannel();
    for (let sale = 0; sale < 100; sale++) {
      showUncommitted('ada');
      commit();
      await time.pass(10);
    }
    expect(pushes().length).toBeLessThanOrEqual(11);
    await time.pass(2 * INTERVAL_MS);
    expect(one.rows.get('ada')).toBe(112);
  });

  it('adds the preview to a snapshot that was read before the commit and is sent after the preview', async () => {
    const { channel, showUncommitted, commit, viewer } = await calmChannel({ delay: () => 20 });
    const late = viewer();
    channel.join(late);
    await time.pass(30);
    showUncommitted('ada');
    commit();
    await time.pass(15);
    expect(late).toMatchObject({ heard: 1, version: 13 });
    expect(late.rows.get('ada')).toBe(13);
  });

  it('is not set back by an early read, however long the commit takes', async () => {
    const { channel, showUncommitted, one } = await calmChannel();
    showUncommitted('ada');
    channel.touch(['ada'], 12);
    channel.touch('all', 12);
    await time.pass(5_000);
    expect(one.rows.get('ada')).toBe(13);
    expect(one).toMatchObject({ setBack: [], gaps: [] });
  });
});

const acts = [
  ...[
    'showUncommitted',
    'showUncommitted',
    'showUncommitted',
    'showUncommitted removed',
    'commit',
    'commit',
    'refuse',
    'lose the runner',
  ],
  ...['write', 'remove', 'join', 'leave', 'resync', 'resync', 'any row', 'behind', 'database away'],
] as const;
const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    who: fc.nat(4),
    yes: fc.boolean(),
    wait: fc.constantFrom(0, 0, 1, 3, 20, 60, 110, 110, 250),
  }),
  { minLength: 10, maxLength: 60, size: 'max' },
);
const LONGEST_READ = 40;
const RETRY_MS = 1_000;

async function play(
  todo: readonly { act: (typeof acts)[number]; who: number; yes: boolean; wait: number }[],
  delays: readonly number[],
  lag: number,
) {
  let reads = 0;
  const simulated = simulateChannel(time, { lag, delay: () => delays[reads++ % delays.length] ?? 0 });
  const { channel, behind, aside } = simulated;
  const viewers = Array.from({ length: 5 }, simulated.viewer);
  const watching = new Set<Viewer>();
  simulated.write('e0', 'e1', 'e2', 'e3', 'e4');
  for (const viewer of viewers.slice(0, 2)) {
    channel.join(viewer);
    watching.add(viewer);
  }
  await time.pass(300);
  for (const { act, who, yes, wait } of todo) {
    const viewer = viewers[who] as Viewer;
    const ids = yes ? [`e${who}`] : [`e${who}`, `e${(who + 1) % 6}`];
    if (act === 'showUncommitted') simulated.showUncommitted(...ids);
    if (act === 'showUncommitted removed') simulated.showUncommittedRemoval(`e${who}`);
    if (act === 'commit') simulated.commit();
    if (act === 'refuse') simulated.refuse();
    if (act === 'lose the runner') simulated.loseTheRunner(yes);
    if (act === 'write') simulated.write(...ids);
    if (act === 'remove') simulated.remove(`e${who}`);
    if (act === 'any row') channel.touch('all', 0);
    simulated.fail(act === 'database away');
    if (act === 'behind') behind.add(viewer);
    if (act === 'join' && !watching.has(viewer)) {
      viewer.startOver();
      channel.join(viewer);
      watching.add(viewer);
    }
    if (act === 'resync' && watching.has(viewer)) channel.join(viewer);
    if (act === 'leave') {
      channel.leave(viewer);
      watching.delete(viewer);
    }
    await time.pass(wait);
  }
  simulated.fail(false);
  simulated.commit();
  behind.clear();
  for (const viewer of aside) if (watching.has(viewer)) channel.join(viewer);
  await time.pass(3 * RETRY_MS);
  channel.close();
  return { database: simulated.database, watching };
}

describe('in any order of events', () => {
  const delays = fc.array(fc.nat(LONGEST_READ), { minLength: 1 });

  it('all viewers end with the committed rows without a gap, and without lost news no row ever goes back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, delays, async (todo, waits) => {
        const reliable = todo.filter(({ act }) => act !== 'lose the runner');
        const { database, watching } = await play(reliable, waits, 0);
        for (const viewer of watching)
          expect(viewer).toMatchObject({ rows: database, gaps: [], setBack: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('also with lost or late news; a row that went back is soon right again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, delays, fc.constantFrom(0, 3, 40, 200), async (todo, waits, lag) => {
        const reachable = todo.filter(({ act }) => act !== 'database away' && act !== 'behind');
        const { database, watching } = await play(reachable, waits, lag);
        for (const viewer of watching) {
          expect(viewer).toMatchObject({ rows: database, gaps: [] });
          const longest = Math.max(0, ...viewer.setBack);
          expect(longest).toBeLessThanOrEqual(lag + 2 * (INTERVAL_MS + 4 * LONGEST_READ));
        }
      }),
      { numRuns: 300 },
    );
  });
});
