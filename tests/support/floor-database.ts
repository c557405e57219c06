import { inject } from 'vitest';
import { type SalesFloor, seedSalesFloor } from './sales-floor.ts';
import { startTestProgram } from './test-program.ts';

type FloorDatabase = {
  /** A template database with a seeded company; only for copies. */
  readonly name: string;
  readonly floor: SalesFloor;
};

let seeded: Promise<FloorDatabase> | undefined;

/** The seeded company of this process: a copy costs a tenth of a new one. */
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
