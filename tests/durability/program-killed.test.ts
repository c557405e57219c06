import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { givenEventStore } from '#tests/support/servers/given-event-store.ts';
import type { ProgramProcess } from '#tests/support/servers/program-process.ts';
import {
  type DurabilityWorld,
  expectNone,
  type Moment,
  openDurabilityWorld,
  workUntilKilled,
} from './durability-world.ts';

const KILLS = 40;
/** Only for a round that hangs. */
const ROUND_MS = 15_000;
const MOMENTS: readonly Moment[] = [
  'at an answer',
  'soon after an answer',
  'at an answer',
  // EventStoreDB has no lock that a test could hold.
  givenEventStore.config.eventStoreUrl === undefined ? { whileWaiting: 'events' } : 'soon after an answer',
];

let world: DurabilityWorld;
/** The first is used, and two start meanwhile, because a start takes longer than the work. */
const programs: Promise<ProgramProcess>[] = [];
let started = 0;
function startAnother(): void {
  started += 1;
  if (started <= KILLS) programs.push(world.start());
}
beforeAll(async () => {
  world = await openDurabilityWorld();
  programs.push(Promise.resolve(world.program));
  startAnother();
  startAnother();
});
afterAll(() => world.close());

const TITLE = `the program, killed ${KILLS} times while people record, edit and delete sales, loses nothing`;
it(TITLE, { tags: ['reliability-01', 'decision-12.1'], timeout: KILLS * ROUND_MS }, async () => {
  const random = seededRandom(SEED);
  const { postgres, sellers, visitors } = world;
  for (let round = 0; round < KILLS; round++) {
    const { url, kill } = (await programs.shift()) as ProgramProcess;
    startAnother();
    const moment = MOMENTS[round % MOMENTS.length] as Moment;
    await workUntilKilled({ actors: [...sellers, ...visitors], url, moment, postgres, random, kill });
  }
  const last = (await programs[0]) as ProgramProcess;

  // Every acknowledged change of a sale once, and no other.
  const sales = sellers.flatMap((seller) => [...seller.sales.keys()]);
  expect(sales.length, 'sales').toBeGreaterThan(sellers.length);
  await world.expectNothingLost(last.url);
  await world.expectEachEditOnce();
  // Every acknowledged session, open or ended.
  expect(Math.max(...visitors.map((visitor) => visitor.signIns())), 'sign-ins').toBeGreaterThan(0);
  expectNone((await Promise.all(visitors.map((each) => each.differences(last.url)))).flat());
  await world.expectReadModelsAsRebuilt();
  expect(await last.stop(), 'exit code of the last program').toBe(0);
});
