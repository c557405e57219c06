import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import type { ProgramProcess } from '#tests/support/servers/program-process.ts';
import {
  type Actor,
  type DurabilityWorld,
  expectNone,
  type Moment,
  openDurabilityWorld,
  workUntilKilled,
} from './durability-world.ts';

/** For each cast; it meets each moment. */
const KILLS = 5;

/** A commit hands all earlier ones to the system, so each kind of commit has rounds of its own. */
const CASTS = {
  'sellers without keys': ({ sellers }) => sellers.filter(({ hasKeys }) => !hasKeys),
  'sellers with keys': ({ sellers }) => sellers.filter(({ hasKeys }) => hasKeys),
  'people who sign in and out': ({ visitors }) => visitors,
  everyone: ({ sellers, visitors }) => [...sellers, ...visitors],
} satisfies Record<string, (world: DurabilityWorld) => readonly Actor[]>;
type Cast = keyof typeof CASTS;
const ALL_CASTS = Object.keys(CASTS) as Cast[];

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

it.each(ALL_CASTS)(
  `a program whose Postgres is killed ${KILLS} times loses nothing of %s`,
  { tags: ['reliability-02'] },
  async (cast) => {
    const random = seededRandom(SEED);
    const { postgres, visitors } = world;
    const actors = CASTS[cast](world);
    const whileWaiting = cast === 'people who sign in and out' ? 'sessions' : 'events';
    const moments: readonly Moment[] = ['at an answer', 'soon after an answer', { whileWaiting }];
    for (let kill = 0; kill < KILLS; kill++) {
      const moment = moments[kill % moments.length] as Moment;
      await workUntilKilled({ actors, url: program.url, moment, postgres, random, kill: postgres.kill });
      await postgres.start();
      await untilItAnswers();
    }

    const acknowledged = actors.map((actor) => ('sales' in actor ? actor.sales.size : actor.signIns()));
    expect(acknowledged.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(actors.length);
    // Every acknowledged change of a sale once, and no other.
    await world.expectNothingLost(program.url);
    await world.expectEachEditOnce();
    // Every acknowledged session, open or ended.
    expectNone((await Promise.all(visitors.map((each) => each.differences(program.url)))).flat());
    await world.expectReadModelsAsRebuilt();
  },
);
