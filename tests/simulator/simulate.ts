import { planOf, type Step } from './plan.ts';
import { NO_BUG, type PlantedBug } from './planted-bugs.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { openWorld } from './world.ts';

/** Runs the plan of a seed; returns what does not hold then. */
export async function simulate(
  seed: number,
  database: SimulatedDatabase,
  bug: PlantedBug = NO_BUG,
  plan: readonly Step[] = planOf(seed),
  onStep: (number: number, starts: number) => void = () => {},
): Promise<string[]> {
  const world = await openWorld(seed, database, bug);
  try {
    await world.start();
    for (const [number, { action, waitMs, sleepMs = 0 }] of plan.entries()) {
      await world.remember();
      await world.act(action);
      await world.time.pass(waitMs);
      if (sleepMs > 0) await world.time.sleep(sleepMs);
      onStep(number, world.starts());
    }
    await world.heal();
    return await world.findings();
  } finally {
    await world.close();
  }
}

/** Most of the time of a simulation its process waits for the server. */
const AT_ONCE = 3;
/** The log of a database grows with each seed. */
const SEEDS_OF_A_DATABASE = 100;

export type Finding = { readonly seed: number; readonly findings: readonly string[] };

/** A long run tells how far it is. */
const SEEDS_OF_A_REPORT = 100;

/** Runs these seeds, each for itself, until one finds what is looked for. Returns those that find it, or anything at all. */
export async function simulateAll(
  seeds: readonly number[],
  bug: PlantedBug = NO_BUG,
  lookedFor?: RegExp,
): Promise<Finding[]> {
  let done = 0;
  const found: Finding[] = [];
  const left = seeds.values();
  const isOver = () => lookedFor !== undefined && found.length > 0;

  async function runSome(): Promise<boolean> {
    const database = await createSimulatedDatabase();
    let count = 0;
    try {
      for (const seed of left) {
        count += 1;
        const findings = await simulate(seed, database, bug).catch((error: Error) => [
          error.stack ?? error.message,
        ]);
        const isFound = lookedFor ? findings.some((finding) => lookedFor.test(finding)) : findings.length > 0;
        if (isFound) found.push({ seed, findings });
        done += 1;
        if (done % SEEDS_OF_A_REPORT === 0) {
          console.log(
            `Simulated ${done} of ${seeds.length} seeds; found: ${found.map((one) => one.seed).join(', ') || 'nothing'}`,
          );
        }
        if (isOver() || count === SEEDS_OF_A_DATABASE) break;
      }
    } finally {
      await database.drop();
    }
    return count === SEEDS_OF_A_DATABASE;
  }

  async function run(): Promise<void> {
    while (!isOver() && (await runSome()));
  }
  await Promise.all(Array.from({ length: lookedFor ? 1 : AT_ONCE }, run));
  return found;
}
