import type { Logger } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Clock } from '#platform/clock.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import type { SalesTeam, TeamMember } from '#tests/support/sales-team.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededPerson } from '#tests/support/servers/seed-company.ts';
import { teamDatabase } from '#tests/support/servers/team-database.ts';
import { PASSWORD, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import type { BrowserOptions, Person } from './chromium.ts';
import { keepBrowsers } from './kept-browsers.ts';

type Who = SeededPerson | HttpClient | undefined;

export type BrowserWorld = {
  readonly program: TestProgram;
  /** Eight associates on three campaigns, all signed in today, some with sales. */
  readonly people: readonly TeamMember[];
  readonly team: SalesTeam;
  /** A browser of one person. `url` where it is not the program's. */
  open(options?: BrowserOptions, url?: string): Promise<Person>;
  /** The same, signed in by cookies, without the form. */
  openAs(who: Who, options?: BrowserOptions): Promise<Person>;
  /** The same, at an address. */
  openAt(path: string, who: Who, options?: BrowserOptions): Promise<Person>;
  /** The same, on the dashboard, with the board there. */
  openDashboard(who: Who, options?: BrowserOptions): Promise<Person>;
  /** The API as one of them, without a browser. */
  signIn(person: SeededPerson | undefined): Promise<HttpClient>;
};

/** One program and one company for a test file; each person in a test has their own browser. */
export function browserWorld(
  overrides: { readonly clock?: Clock; readonly log?: Logger } = {},
): BrowserWorld {
  let program: TestProgram;
  let team: SalesTeam;
  const browsers = keepBrowsers();

  beforeAll(async () => {
    const { name: template, team: seeded } = await teamDatabase();
    team = seeded;
    program = await startTestProgram({ ...overrides, template });
  });
  afterEach(browsers.release);
  afterAll(async () => {
    await browsers.close();
    await program?.stop();
  });

  const signIn = (person: SeededPerson | undefined) =>
    program.signIn(person?.email ?? '', PASSWORD, DAYTIME_ZONE);
  const open = (options?: BrowserOptions, url = program.url) => browsers.open(url, options);
  async function openAs(who: Who, options?: BrowserOptions): Promise<Person> {
    const client = who && 'cookies' in who ? who : await signIn(who);
    const person = await open(options);
    const { url } = program;
    await person.context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
    return person;
  }
  async function openAt(path: string, who: Who, options?: BrowserOptions): Promise<Person> {
    const person = await openAs(who, options);
    await person.page.goto(path);
    return person;
  }

  return {
    signIn,
    open,
    get program() {
      return program;
    },
    get people() {
      return team.people;
    },
    get team() {
      return team;
    },
    openAs,
    openAt,
    async openDashboard(who, options) {
      const person = await openAt('/layout/dashboard', who, options);
      await person.page.getByRole('heading', { name: 'Daily Billboard' }).waitFor();
      return person;
    },
  };
}
