import { inject } from 'vitest';
import { type SalesFloor, seedSalesFloor } from './sales-floor.ts';
import { startTestProgram } from './test-program.ts';

type FloorDatabase = {
  /** A database like the template of this run, but with the floor in it; to be copied, never to be used. */
  readonly name: string;
  readonly floor: SalesFloor;
};

let seeded: Promise<FloorDatabase> | undefined;

/** The floor of all worlds of this process, seeded once: a copy costs a tenth of another one. */
export function floorDatabase(): Promise<FloorDatabase> {
  seeded ??= seed();
  return seeded;
}

async function seed(): Promise<FloorDatabase> {
  const name = `${inject('templateDatabase')}_${process.pid}`;
  const program = await startTestProgram({ keptAs: name });
  const floor = await seedSalesFloor(program);
  await program.stop();
  return { name, floor };
}
