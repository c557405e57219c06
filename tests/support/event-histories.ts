import { once } from 'node:events';
import fc from 'fast-check';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { Choices } from './story/choices.ts';
import { type Action, createCompanyStory } from './story/company.ts';

export type HistoryEvent = RecordedEvent;

/** What to tell: which company does what; the choices of a step decide the rest. */
export type Step = { readonly company: number; readonly action: Action; readonly choices: Choices };

type Telling = {
  readonly companies: number;
  readonly days: readonly string[];
  /** Part of every id, so that histories of different seeds do not meet. */
  readonly name: string;
};

const BEGIN = Date.parse('2026-01-05T14:00:00Z');

/** Turns steps into a log: positions from 1 without gaps, revisions per stream, one event a second. */
export function* tellHistory(
  telling: Telling,
  opening: Choices,
  steps: Iterable<Step>,
): Generator<HistoryEvent, void, void> {
  let ids = 0;
  let position = 0;
  const revisions = new Map<string, number>();
  const companies = Array.from({ length: telling.companies }, (_, number) => {
    const companyId = derivedId(telling.name, 'company', number);
    const newId = () => derivedId(telling.name, 'id', ids++);
    return { companyId, story: createCompanyStory({ companyId, newId, days: telling.days }) };
  });

  const recorded = (companyId: string, told: ReturnType<(typeof companies)[0]['story']['begin']>) =>
    told.map(({ stream, event }): HistoryEvent => {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      position++;
      const at = new Date(BEGIN + position * 1000).toISOString();
      const commandId = derivedId(telling.name, 'command', position);
      const metadata = { companyId, actorId: null, commandId, correlationId: commandId, at, origin: 'api' };
      return {
        id: derivedId(commandId, 0),
        stream,
        revision,
        position,
        type: event.type,
        version: 1,
        data: event.data,
        metadata,
        recordedAt: at,
      };
    });

  for (const { companyId, story } of companies) yield* recorded(companyId, story.begin(opening));
  for (const { company, action, choices } of steps) {
    const chosen = companies[company % companies.length];
    if (chosen) yield* recorded(chosen.companyId, chosen.story.actions[action](choices));
  }
}

const COLUMNS = 'position, recorded_at, revision, version, id, stream, type, data, metadata';

/** Writes a log into an empty events table by COPY: 200,000 events in a second or two. */
export async function writeHistory(pool: pg.Pool, events: Iterable<HistoryEvent>): Promise<number> {
  const client = await pool.connect();
  try {
    const stream = client.query(copyFrom(`COPY events (${COLUMNS}) FROM STDIN`));
    const finished = once(stream, 'finish');
    let count = 0;
    let text = '';
    for (const event of events) {
      count++;
      text += `${copyLine(event)}\n`;
      if (text.length < 1 << 18) continue;
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished]);
      text = '';
    }
    stream.end(text);
    await finished;
    await client.query('ANALYZE events');
    return count;
  } finally {
    client.release();
  }
}

function copyLine(event: HistoryEvent): string {
  const { position, recordedAt, revision, version, id, stream, type } = event;
  const json = [event.data, event.metadata].map((value) => JSON.stringify(value).replaceAll('\\', '\\\\'));
  return [position, recordedAt, revision, version, id, stream, type, ...json].join('\t');
}

/** Days in a row, yyyy-mm-dd. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    new Date(Date.parse(first) + number * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Anything a person may type, and what trips up formats: tabs, line feeds, quotes, backslashes, emoji. */
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
};

/**
 * Random histories of several companies for fast-check: every kind of event, sales that move between
 * employees, days, campaigns and statuses, all of it on few days so that it meets.
 */
export function anyHistory(options: {
  readonly steps: number;
  readonly name: string;
}): fc.Arbitrary<HistoryEvent[]> {
  const action = fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Action) })),
  );
  const choices = fc
    .record({
      numbers: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      texts: fc.array(anyText, { minLength: 3, maxLength: 3 }),
    })
    .map(({ numbers, texts }) => choicesOf(numbers, texts));
  const step = fc.record({ company: fc.nat(2), action, choices });
  // Something to sell and somebody to sell it, in each company.
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

/** Much selling, some changing of minds, everybody's shifts: what a year of work looks like. */
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
  // The story reads this array: on it stands today, and the day before for what is late.
  const days = allDays.slice(0, 2);
  let told = 0;

  function* steps(): Generator<Step, void, void> {
    for (let company = 0; company < companies; company++) {
      yield { company, action: 'addGoal', choices };
      for (let campaign = 0; campaign < 5; campaign++) yield { company, action: 'addCampaign', choices };
    }
    for (let who = 0; who < options.employees; who++) yield { company: who, action: 'addEmployee', choices };
    const total = WORKING_WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
    for (;;) {
      const today = Math.min(allDays.length - 1, 1 + Math.floor((told / options.events) * allDays.length));
      days.splice(0, 2, allDays[today - 1] as string, allDays[today] as string);
      const action = drawn(WORKING_WEIGHTS, choices.number(total));
      yield { company: choices.number(companies), action, choices };
    }
  }

  for (const event of tellHistory({ companies, days, name: 'working' }, choices, steps())) {
    yield event;
    told++;
    if (told === options.events) return;
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
