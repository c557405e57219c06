import { inject } from 'vitest';
import { type SalesTeam, seedSalesTeam } from '#tests/support/sales-team.ts';
import { startTestProgram } from './test-program.ts';

type TeamDatabase = {
  /** A template database with a seeded company; only for copies. */
  readonly name: string;
  readonly team: SalesTeam;
};

let seeded: Promise<TeamDatabase> | undefined;

/** The seeded company of this process: a copy costs a tenth of a new one. */
export function teamDatabase(): Promise<TeamDatabase> {
  seeded ??= seed();
  return seeded;
}

async function seed(): Promise<TeamDatabase> {
  const name = `${inject('templateDatabase')}_${process.pid}`;
  const program = await startTestProgram({ keptAs: name });
  const team = await seedSalesTeam(program);
  await program.stop();
  return { name, team };
}
