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

const ROUNDS = 40;
/** So many programs start while people work on another one, because a start takes longer than the work. */
const STARTING = 2;
const MOMENTS: readonly Moment[] = [
  'at an answer',
  'soon after an answer',
  'at an answer',
  { whileWaiting: 'events' },
];

let world: DurabilityWorld;
let last: ProgramProcess;
beforeAll(async () => {
  world = await openDurabilityWorld();
});
afterAll(() => world.close());

describe(`the program, killed ${ROUNDS} times while people record, edit and delete sales`, () => {
  it('leaves a database on which the next one goes on', async () => {
    const random = seededRandom(SEED);
    const { postgres, sellers, visitors, program } = world;
    const programs = [Promise.resolve(program), ...Array.from({ length: STARTING }, world.start)];
    for (let round = 0; round < ROUNDS; round++) {
      const { url, kill } = (await programs.shift()) as ProgramProcess;
      if (round < ROUNDS - STARTING) programs.push(world.start());
      const moment = MOMENTS[round % MOMENTS.length] as Moment;
      await workUntilKilled({ actors: [...sellers, ...visitors], url, moment, postgres, random, kill });
    }
    last = await world.start();
  });

  it('has every acknowledged change of a sale once, and no other', async () => {
    expect(world.sellers.map(({ sales }) => sales.size > 0)).toEqual(world.sellers.map(() => true));
    await world.expectNothingLost(last.url);
    await world.expectEachEditOnce();
  });

  it('has every acknowledged session, open or ended', async () => {
    expect(Math.min(...world.visitors.map((visitor) => visitor.signIns()))).toBeGreaterThan(0);
    expectNone((await Promise.all(world.visitors.map((each) => each.differences(last.url)))).flat());
  });

  it('has read models that equal a rebuild', () => world.expectReadModelsAsRebuilt());

  it('stops in order on request', async () => {
    expect(await last.stop()).toBe(0);
  });
});
