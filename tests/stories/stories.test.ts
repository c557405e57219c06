import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { associatesDay } from './associates-day.suite.ts';
import { companysLife } from './companys-life.suite.ts';
import { everyWriteIsRead } from './every-write-is-read.suite.ts';
import { forgottenPassword } from './forgotten-password.suite.ts';
import { callsOfArrivingAndPaying, callsOfWork, type SpecifiedCall } from './section-7.ts';
import { settingUp } from './setting-up.suite.ts';
import { oneProcess, type StoryRun, type StoryWorld, separateProcesses } from './story-world.ts';
import { startingACompany } from './super-employee.suite.ts';
import { visitor } from './visitor.suite.ts';
import { watching } from './watching.suite.ts';

const manager = ({ managers }: SeededCompany) => managers[0] as SeededPerson;
const owner = (company: SeededCompany) => company.owner;

// The body is read before the roles part, so two of the four combinations show all.
const runs = [
  { where: 'one process', start: oneProcess, format: 'form' },
  { where: 'a process for every role', start: separateProcesses, format: 'json' },
] as const;

/** The steps of a story follow each other. */
const IN_ORDER = { shuffle: false };

describe('the stories', IN_ORDER, () => {
  describe.each(runs)('in $where', { tags: ['spec-7.2'] }, ({ start, format }) => {
    let world: StoryWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world?.stop());

    everyWriteIsRead(() => world);

    describe(`with ${format} bodies`, { tags: ['spec-7.1'] }, () => {
      const newRun = (): StoryRun => ({ world: () => world, format, callsMade: new Set<SpecifiedCall>() });
      /** After the last chapter of a story: the story made every call that the specification lists. */
      const makesEveryCall = ({ callsMade }: StoryRun, calls: readonly SpecifiedCall[] = callsOfWork) =>
        it('every call of section 7 is made', { tags: ['spec-7.1'] }, () => {
          expect(calls.filter((call) => !callsMade.has(call))).toEqual([]);
        });

      describe("an associate's day", { tags: ['spec-1.4', 'spec-6.2'] }, () => {
        const story = newRun();
        associatesDay(story);
        makesEveryCall(story);
      });

      describe("a manager's work", { tags: ['spec-1.4', 'spec-6.1'] }, () => {
        const story = newRun();
        describe('setting up', () => settingUp(story, manager));
        describe('watching', () => watching(story, manager));
        makesEveryCall(story);
      });

      describe('arriving and paying', () => {
        const story = newRun();
        describe('a visitor', () => visitor(story));
        describe("a company's life", () => companysLife(story));
        describe('a forgotten password', { tags: ['spec-1.3'] }, () => forgottenPassword(story));
        makesEveryCall(story, callsOfArrivingAndPaying);
      });

      describe("the super employee's work", { tags: ['spec-1.4', 'spec-6.3'] }, () => {
        const story = newRun();
        describe('starting a company', () => startingACompany(story));
        describe('setting up', () => settingUp(story, owner));
        describe('watching', () => watching(story, owner));
        makesEveryCall(story);
      });
    });
  });
});
