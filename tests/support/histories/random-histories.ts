import fc from 'fast-check';
import { daysFrom, type HistoryEvent, tellHistory } from './event-histories.ts';
import type { Choices } from './story/choices.ts';
import type { Action } from './story/company.ts';

/** Text as people type it, with characters that break formats: tabs, line feeds, quotes, backslashes, emoji. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('Ann', 'Bob', 'O\'Neil "x"', 'a\tb\nc\r', '\\N', '\\', 'Zoë 🦊', ''),
);

const WEIGHTS: Readonly<Record<Action, number>> = {
  recordSale: 12,
  editSale: 8,
  deleteSale: 3,
  startShift: 5,
  resumeShift: 2,
  endShift: 4,
  setStart: 2,
  setDuration: 3,
  addEmployee: 3,
  editEmployee: 2,
  deleteEmployee: 1,
  addGoal: 2,
  editGoal: 1,
  deleteGoal: 1,
  addCampaign: 2,
  editCampaign: 1,
  deleteCampaign: 1,
  changeSubscription: 2,
  addJobAid: 3,
  editJobAid: 1,
  deleteJobAid: 1,
  noteAccess: 0,
};

/**
 * Random histories of several companies for fast-check: every kind of event, sales that move between
 * employees, days, campaigns and statuses, on few days so that they interact.
 */
export function anyHistory(options: {
  readonly steps: number;
  readonly name: string;
  /** With events of the access history, which only a read model of its own takes in. */
  readonly withAccess?: true;
}): fc.Arbitrary<HistoryEvent[]> {
  const action = fc.oneof(
    ...Object.entries({ ...WEIGHTS, ...(options.withAccess && { noteAccess: 3 }) }).map(([name, weight]) => ({
      ...{ weight, arbitrary: fc.constant(name as Action) },
    })),
  );
  const choices = fc
    .record({
      numbers: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      texts: fc.array(anyText, { minLength: 3, maxLength: 3 }),
    })
    .map(({ numbers, texts }) => choicesOf(numbers, texts));
  const step = fc.record({ company: fc.nat(2), action, choices });
  // A campaign and an employee in each company.
  const opening: Action[] = ['addGoal', 'addCampaign', 'addEmployee', 'addEmployee'];
  const setUp = [0, 1, 2].flatMap((company) =>
    opening.map((what) => fc.record({ company: fc.constant(company), action: fc.constant(what), choices })),
  );
  return fc
    .tuple(
      choices,
      fc.tuple(...setUp),
      fc.array(step, { minLength: options.steps / 2, maxLength: options.steps }),
    )
    .map(([begin, first, then]) => {
      const telling = { companies: 3, days: daysFrom('2026-03-01', 4), name: options.name };
      return [...tellHistory(telling, begin, [...first, ...then])];
    });
}

function choicesOf(numbers: readonly number[], texts: readonly string[]): Choices {
  let number = 0;
  let text = 0;
  return {
    number: (below) => (numbers[number++ % numbers.length] as number) % below,
    text: () => texts[text++ % texts.length] as string,
  };
}
