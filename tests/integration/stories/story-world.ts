import { systemClock } from '#platform/clock.ts';
import { ROLES, type Role, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { createLifecycle } from '#services/main/lifecycle.ts';
import { openCore } from '#services/main/wiring.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import {
  type ProgramProcess,
  startProgramProcess,
  temporaryDataDir,
} from '#tests/support/program-process.ts';
import { type CompanyWish, PASSWORD, type SeededCompany, seedCompany } from '#tests/support/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestProgram } from '#tests/support/test-program.ts';
import { type Format, type OutsideClient, outsideClient } from './outside-client.ts';
import type { SpecifiedCall } from './section-7.ts';

/** For what holds in every process within a second; a busy machine may take its time. */

/** Where a story takes place: a program that runs, and how its clients talk. */
export type StoryWorld = {
  /** Where the API answers; each request of a client goes to the next of them. */
  readonly urls: readonly string[];
  seedCompany(wish?: CompanyWish): Promise<SeededCompany>;
  stop(): Promise<void>;
};

/** Everything in one process. */
export async function oneProcess(): Promise<StoryWorld> {
  const program = await startTestProgram();
  return { urls: [program.url], seedCompany: program.seedCompany, stop: program.stop };
}

/** The whole program in a process of its own; stopping it drops the database. */
export async function ownProcess(
  database: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<Place & Pick<StoryWorld, 'stop'>> {
  const { dataDir, remove } = temporaryDataDir();
  const clean = async () => {
    await database.drop();
    remove();
  };
  try {
    const settings = { ...environment, DATABASE_URL: database.url };
    const program = await startProgramProcess(dataDir, ['--api-only', '--empty'], settings);
    const stop = async () => {
      await program.stop();
      await clean();
    };
    return { urls: [program.url], stop };
  } catch (error) {
    await clean();
    throw error;
  }
}

/** Two processes for the API and one for each other role, with nothing in common but the database. */
export async function separateProcesses(): Promise<StoryWorld> {
  const database = await createTestDatabase();
  const { dataDir, remove } = temporaryDataDir();
  const running: ProgramProcess[] = [];
  const start = async (role: Role): Promise<string> => {
    const environment = { DATABASE_URL: database.url, ROLES: role };
    const program = await startProgramProcess(dataDir, ['--api-only', '--empty'], environment);
    running.push(program);
    return program.url;
  };
  const log = createLog('silent');
  const lifecycle = createLifecycle(log);
  const core = await openCore(
    { ...readConfig({}), databaseUrl: database.url },
    { lifecycle, log, clock: systemClock },
  );
  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
    await lifecycle.close();
    await database.drop();
    remove();
  };
  try {
    // The projections make the tables that the others read.
    await start('projections');
    const urls = await Promise.all([start('api'), start('api')]);
    await Promise.all(ROLES.filter((role) => role !== 'projections' && role !== 'api').map(start));
    return { urls, seedCompany: (wish) => seedCompany(core, wish), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All that an outside client knows of it. */
export type Place = Pick<StoryWorld, 'urls'>;

/** One telling of a story; one that begins from nothing needs no more than a place. */
export type Telling<Where extends Place = StoryWorld> = {
  readonly world: () => Where;
  readonly format: Format;
  /** Calls that this telling made so far. */
  readonly walked: Set<SpecifiedCall>;
};

export function client({ world, format, walked }: Telling<Place>): OutsideClient {
  return outsideClient(world().urls, format, walked);
}

/** A client that is signed in, where it is about noon. */
export async function signedIn(
  telling: Telling<Place>,
  email: string | undefined,
  password = PASSWORD,
): Promise<OutsideClient> {
  const person = client(telling);
  await person.done('POST /login', { body: { username: email ?? '', password, tz: DAYTIME_ZONE } });
  return person;
}

/** The local date of who signed in. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: DAYTIME_ZONE }).format();
}
