import { systemClock, systemScheduler } from '#platform/clock.ts';
import { ROLES, type Role, readConfig } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { openCore } from '#services/main/wiring.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { givenEventStore } from '#tests/support/servers/given-event-store.ts';
import {
  type ProgramProcess,
  startProgramProcess,
  temporaryDataDir,
} from '#tests/support/servers/program-process.ts';
import {
  type CompanyWish,
  PASSWORD,
  type SeededCompany,
  seedCompany,
} from '#tests/support/servers/seed-company.ts';
import { sharedDataDir } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { startTestProgram } from '#tests/support/servers/test-program.ts';
import { type Format, type OutsideClient, outsideClient } from './outside-client.ts';
import type { SpecifiedCall } from './section-7.ts';

/** A running program, and how the clients of a story reach it. */
export type StoryWorld = {
  /** Addresses of the API; each request of a client goes to the next one. */
  readonly urls: readonly string[];
  seedCompany(wish?: CompanyWish): Promise<SeededCompany>;
  stop(): Promise<void>;
};

/** All roles in one process. */
export async function oneProcess(): Promise<StoryWorld> {
  const program = await startTestProgram(givenEventStore.config);
  return { urls: [program.url], seedCompany: program.seedCompany, stop: program.stop };
}

/** The whole program in its own process; stopping it drops the database. */
export async function ownProcess(
  database: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
  start = startProgramProcess,
): Promise<ApiAddresses & Pick<StoryWorld, 'stop'>> {
  const { dataDir, remove } = temporaryDataDir();
  const clean = async () => {
    await database.drop();
    remove();
  };
  try {
    const settings = { ...environment, ...givenEventStore.environment, DATABASE_URL: database.url };
    const program = await start(dataDir, ['--api-only', '--empty'], settings);
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

/** Two processes for the API and one for each other role, which share only the database. */
export async function separateProcesses(): Promise<StoryWorld> {
  const database = await createTestDatabase();
  const { dataDir, remove } = temporaryDataDir();
  const running: ProgramProcess[] = [];
  const start = async (role: Role): Promise<string> => {
    const environment = { ...givenEventStore.environment, DATABASE_URL: database.url, ROLES: role };
    const program = await startBuiltProgram(dataDir, ['--api-only', '--empty'], environment);
    running.push(program);
    return program.url;
  };
  const log = createLog('silent');
  const lifecycle = createLifecycle(log);
  const core = await openCore(
    { ...readConfig({ DATA_DIR: sharedDataDir() }), ...givenEventStore.config, databaseUrl: database.url },
    { lifecycle, log, clock: systemClock, scheduler: systemScheduler },
  );
  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
    await lifecycle.close();
    await database.drop();
    remove();
  };
  try {
    // The projections create the tables that the other processes read.
    await start('projections');
    const urls = await Promise.all([start('api'), start('api')]);
    await Promise.all(ROLES.filter((role) => role !== 'projections' && role !== 'api').map(start));
    return { urls, seedCompany: (wish) => seedCompany(core, wish), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All that an outside client needs of it. */
export type ApiAddresses = Pick<StoryWorld, 'urls'>;

/** One run of a story; a story that registers its own company needs only the addresses. */
export type StoryRun<Where extends ApiAddresses = StoryWorld> = {
  readonly world: () => Where;
  readonly format: Format;
  /** Calls that this run has made so far. */
  readonly callsMade: Set<SpecifiedCall>;
};

export function client({ world, format, callsMade }: StoryRun<ApiAddresses>): OutsideClient {
  return outsideClient(world().urls, format, callsMade);
}

/** A signed-in client, in a zone where it is about noon. */
export async function signedIn(
  run: StoryRun<ApiAddresses>,
  email: string | undefined,
  password = PASSWORD,
): Promise<OutsideClient> {
  const person = client(run);
  await person.done('POST /login', { body: { username: email ?? '', password, tz: DAYTIME_ZONE } });
  return person;
}

/** The local date of that client. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: DAYTIME_ZONE }).format();
}
