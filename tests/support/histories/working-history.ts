import { daysFrom, type HistoryEvent, type Step, tellHistory } from './event-histories.ts';
import type { Choices } from './story/choices.ts';
import type { Action } from './story/company.ts';

/** The mix of a year of work: many sales, some edits, shifts of all employees. */
const WORKING_WEIGHTS: readonly (readonly [Action, number])[] = [
  ['recordSale', 850],
  ['editSale', 65],
  ['deleteSale', 10],
  ['startShift', 37],
  ['endShift', 35],
  ['setDuration', 3],
];
const WORDS = [
  'Spring',
  'renewal',
  'north',
  'account',
  'fibre',
  'Ada',
  'Miller',
  'premium',
  'call back',
  'Monday',
];

/** A long history with the mix of a working company, always the same for the same options. */
export function* workingHistory(options: {
  readonly events: number;
  readonly companies: number;
  readonly employees: number;
  readonly days: number;
}): Generator<HistoryEvent, void, void> {
  const { companies } = options;
  const random = pseudoRandom(options.events);
  const choices: Choices = {
    number: (below) => Math.floor(random() * below),
    text: () => Array.from({ length: 3 }, () => WORDS[choices.number(WORDS.length)]).join(' '),
  };
  const allDays = daysFrom('2026-01-05', options.days);
  // The story reads this array: today, and the day before for late work.
  const days = allDays.slice(0, 2);
  let written = 0;

  function* steps(): Generator<Step, void, void> {
    for (let company = 0; company < companies; company++) {
      yield { company, action: 'addGoal', choices };
      for (let campaign = 0; campaign < 5; campaign++) yield { company, action: 'addCampaign', choices };
    }
    for (let who = 0; who < options.employees; who++) yield { company: who, action: 'addEmployee', choices };
    const total = WORKING_WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
    for (;;) {
      const today = Math.min(allDays.length - 1, 1 + Math.floor((written / options.events) * allDays.length));
      days.splice(0, 2, allDays[today - 1] as string, allDays[today] as string);
      const action = drawn(WORKING_WEIGHTS, choices.number(total));
      yield { company: choices.number(companies), action, choices };
    }
  }

  for (const event of tellHistory({ companies, days, name: 'working' }, choices, steps())) {
    yield event;
    written++;
    if (written === options.events) return;
  }
}

function drawn(weights: typeof WORKING_WEIGHTS, number: number): Action {
  let passed = 0;
  for (const [action, weight] of weights) {
    passed += weight;
    if (number < passed) return action;
  }
  throw new Error('the number is beyond the weights');
}

/** mulberry32: small, seeded, good enough to mix a history. Numbers from 0 to below 1. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
