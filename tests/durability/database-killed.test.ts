import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import type { ProgramProcess } from '#tests/support/servers/program-process.ts';
import {
  type DurabilityWorld,
  expectNone,
  openDurabilityWorld,
  workUntilKilled,
} from './durability-world.ts';

/** Each cast meets each moment. */
const ROUNDS = 20;

let world: DurabilityWorld;
let program: ProgramProcess;
beforeAll(async () => {
  world = await openDurabilityWorld();
  program = world.program;
});
afterAll(() => world.close());

/** Waits until a session can be looked up again. */
const untilItAnswers = () =>
  expect
    .poll(async () => (await createHttpClient(program.url).get('/api/employees/is-logged-in')).status)
    .not.toBe(503);

describe(`a program whose Postgres is killed ${ROUNDS} times while people sell, sign in and sign out`, () => {
  it('answers again as soon as Postgres is back', async () => {
    const random = seededRandom(SEED);
    const { postgres, sellers, visitors } = world;
    const withoutKeys = sellers.filter(({ hasKeys }) => !hasKeys);
    // Commits of one kind hand those of all kinds to the system, so each kind has rounds of its own.
    const casts = [
      withoutKeys,
      sellers.filter(({ hasKeys }) => hasKeys),
      visitors,
      [...sellers, ...visitors],
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const actors = casts[round % casts.length] ?? [];
      const whileWaiting = actors === visitors ? 'sessions' : 'events';
      const moment = (['at an answer', 'soon after an answer', { whileWaiting }] as const)[round % 3];
      if (!moment) throw new Error('a round has a moment');
      await workUntilKilled({ actors, url: program.url, moment, postgres, random, kill: postgres.kill });
      await postgres.start();
      await untilItAnswers();
    }
  });

  it('has every acknowledged change of a sale once, and no other', async () => {
    expect(world.sellers.map(({ sales }) => sales.size > 0)).toEqual(world.sellers.map(() => true));
    await world.expectNothingLost(program.url);
    await world.expectEachEditOnce();
  });

  it('has every acknowledged session, open or ended', async () => {
    expect(Math.min(...world.visitors.map((visitor) => visitor.signIns()))).toBeGreaterThan(0);
    expectNone((await Promise.all(world.visitors.map((each) => each.differences(program.url)))).flat());
  });

  it('has read models that equal a rebuild', () => world.expectReadModelsAsRebuilt());
});
