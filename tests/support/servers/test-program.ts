import type { Logger } from 'pino';
import type { Clock, Scheduler } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { type Program, startProgram } from '#services/main/program.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { type CompanyWish, PASSWORD, type SeededCompany, seedCompany } from './seed-company.ts';
import { sharedDataDir } from './server-folder.ts';
import { createTestDatabase } from './test-database.ts';

export { PASSWORD, type SeededCompany } from './seed-company.ts';

export type TestProgram = Program & {
  readonly databaseUrl: string;
  /** Creates a company; every read sees it when this resolves. */
  seedCompany(wish?: CompanyWish): Promise<SeededCompany>;
  client(): HttpClient;
  /** Throws when the sign-in is refused. Tests with their own clock pass a zone. */
  signIn(email: string, password?: string, timeZone?: string): Promise<HttpClient>;
};

/**
 * The whole program on a free port and a fresh database, or a copy of `template`; nothing is mocked. `stop` also drops
 * the database unless it is kept under a name. The log is silent unless TEST_LOG_LEVEL is set.
 */
export async function startTestProgram(
  overrides: Partial<Config> & {
    clock?: Clock;
    scheduler?: Scheduler;
    template?: string;
    keptAs?: string;
    /** In place of the silent one. */
    log?: Logger;
  } = {},
): Promise<TestProgram> {
  const { clock, scheduler, template, keptAs, log: given, ...changed } = overrides;
  const database = await createTestDatabase({ name: keptAs, template, scheduler });
  const config = {
    ...readConfig({ DATA_DIR: sharedDataDir() }),
    port: 0,
    databaseUrl: database.url,
    ...changed,
  };
  const log = given ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const program = await startProgram(config, {
    log,
    ...(clock && { clock }),
    ...(scheduler && { scheduler }),
  });
  const url = program.url.replace('localhost', '127.0.0.1');
  return {
    ...program,
    url,
    databaseUrl: database.url,
    async seedCompany(wish) {
      const company = await seedCompany(program.core, wish);
      if (!(await program.progress.waitFor(company.position, MAX_WAIT_MS)))
        throw new Error('projections stand still');
      return company;
    },
    client: () => createHttpClient(url),
    signIn: (email, password, timeZone) => signIn(createHttpClient(url), email, password, timeZone),
    async stop() {
      await program.stop();
      await (keptAs ? database.keep() : database.drop());
    },
  };
}

/** Another program on the same database, on the same host, so that cookies are shared. */
export async function startAnother(
  first: { databaseUrl: string },
  changes: Partial<Config> = {},
): Promise<Program> {
  const config = {
    ...readConfig({ DATA_DIR: sharedDataDir() }),
    port: 0,
    ...changes,
    databaseUrl: first.databaseUrl,
  };
  const program = await startProgram(config, { log: createLog('silent') });
  return { ...program, url: program.url.replace('localhost', '127.0.0.1') };
}

export async function signIn(
  client: HttpClient,
  email: string,
  password = PASSWORD,
  timeZone = DAYTIME_ZONE,
): Promise<HttpClient> {
  const reply = await client.post('/api/login', { username: email, password, tz: timeZone });
  if (reply.status !== 200)
    throw new Error(`sign-in of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return client;
}
