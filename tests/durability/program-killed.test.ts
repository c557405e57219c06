import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import type { ProgramProcess } from '#tests/support/servers/program-process.ts';
import {
  type DurabilityWorld,
  expectNone,
  type Moment,
  openDurabilityWorld,
  workUntilKilled,
} from './durability-world.ts';

const KILLS = 40;
/** Each test has its share of them. */
const SHARES = [1, 2, 3, 4];
const MOMENTS: readonly Moment[] = [
  'at an answer',
  'soon after an answer',
  'at an answer',
  { whileWaiting: 'events' },
];

let world: DurabilityWorld;
/** The first is used, and two start meanwhile, because a start takes longer than the work. */
const programs: Promise<ProgramProcess>[] = [];
let started = 0;
function startAnother(): void {
  started += 1;
  if (started <= KILLS) programs.push(world.start());
}
/** The program after the last kill. */
let last: ProgramProcess;
beforeAll(async () => {
  world = await openDurabilityWorld();
  programs.push(Promise.resolve(world.program));
  startAnother();
  startAnother();
});
afterAll(() => world.close());

describe(`the program, killed ${KILLS} times while people record, edit and delete sales`, () => {
  const random = seededRandom(SEED);

  it.each(SHARES)('leaves a database on which the next one goes on (%i/4)', async () => {
    const { postgres, sellers, visitors } = world;
    for (let round = 0; round < KILLS / SHARES.length; round++) {
      const { url, kill } = (await programs.shift()) as ProgramProcess;
      startAnother();
      const moment = MOMENTS[round % MOMENTS.length] as Moment;
      await workUntilKilled({ actors: [...sellers, ...visitors], url, moment, postgres, random, kill });
    }
    last = (await programs[0]) as ProgramProcess;
  });

  it('has every acknowledged change of a sale once, and no other', async () => {
    const sales = world.sellers.flatMap((seller) => [...seller.sales.keys()]);
    expect(sales.length).toBeGreaterThan(world.sellers.length);
    await world.expectNothingLost(last.url);
    await world.expectEachEditOnce();
  });

  it('has every acknowledged session, open or ended', async () => {
    expect(Math.max(...world.visitors.map((visitor) => visitor.signIns()))).toBeGreaterThan(0);
    expectNone((await Promise.all(world.visitors.map((each) => each.differences(last.url)))).flat());
  });

  it('has read models that equal a rebuild', () => world.expectReadModelsAsRebuilt());

  it('stops in order on request', async () => {
    expect(await last.stop()).toBe(0);
  });
});
