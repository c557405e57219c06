import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Looks, launchChromium, openBrowserOf, type Person } from './chromium.ts';
import { DAYTIME_ZONE } from './daytime-zone.ts';
import type { HttpClient } from './http-client.ts';
import { type FloorPerson, type SalesFloor, seedSalesFloor } from './sales-floor.ts';
import type { SeededPerson } from './seed-company.ts';
import { PASSWORD, startTestProgram, type TestProgram } from './test-program.ts';

export type BrowserWorld = {
  readonly program: TestProgram;
  /** Eight associates on three campaigns, all signed in today, some with sales. */
  readonly people: readonly FloorPerson[];
  readonly floor: SalesFloor;
  /** A browser of somebody's own; closed after the test. `url` where it is not the program's. */
  open(looks?: Looks, url?: string): Promise<Person>;
  /** The API as one of them, without a browser. */
  signIn(person: SeededPerson | undefined): Promise<HttpClient>;
};

/** One program, one floor and one Chromium for a test file; each person of a test has a browser of his own. */
export function browserWorld(): BrowserWorld {
  let browser: Browser;
  let program: TestProgram;
  let floor: SalesFloor;
  let opened: Person[] = [];

  beforeAll(async () => {
    [browser, program] = await Promise.all([launchChromium(), startTestProgram()]);
    floor = await seedSalesFloor(program);
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });

  return {
    get program() {
      return program;
    },
    get people() {
      return floor.people;
    },
    get floor() {
      return floor;
    },
    signIn: (person) => program.signIn(person?.email ?? '', PASSWORD, DAYTIME_ZONE),
    async open(looks, url = program.url) {
      const person = await openBrowserOf(browser, url, looks);
      opened.push(person);
      return person;
    },
  };
}
