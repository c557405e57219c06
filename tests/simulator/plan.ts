import { seededRandom } from '#tests/support/random.ts';
import type { End } from './wire.ts';

/** How many processes run at once, and how many people sell. */
export const PROCESSES = 2;
export const SELLERS = 4;
/** The first so many sellers have a dashboard and stay as long as the company does. */
export const STAYING = 2;

const OFFICE_CHANGES = [
  ...(['add goal', 'edit goal', 'delete goal', 'add campaign', 'edit campaign', 'delete campaign'] as const),
  ...(['hire', 'edit employee', 'change role', 'delete employee'] as const),
] as const;
/** What the office does: changes of the catalogue and of the staff. */
export type OfficeChange = (typeof OFFICE_CHANGES)[number];

/** What a step does; afterwards `waitMs` of virtual time pass. Processes and sellers are numbers. */
export type Action =
  | { readonly kind: 'sell'; readonly seller: number; readonly change: 'record' | 'edit' | 'remove' }
  | { readonly kind: 'office'; readonly change: OfficeChange }
  /** The reply to the next request is lost, and the person sends it again with its key. Behind the sellers: the office. */
  | { readonly kind: 'lose the reply'; readonly seller: number }
  | ({ readonly kind: 'end'; readonly process: number } & End)
  | { readonly kind: 'restart'; readonly process: number }
  | { readonly kind: 'news'; readonly process: number; readonly fate: 'good' | 'bad' }
  /** The connection to the live bus, with what is on its way. */
  | { readonly kind: 'lose the bus'; readonly process: number }
  | { readonly kind: 'set the clock'; readonly process: number; readonly byMs: number }
  /** Each process believes that it alone holds every shard. */
  | { readonly kind: 'two leaders'; readonly on: boolean }
  | { readonly kind: 'keep a copy' }
  /** The copy takes the place of the database. */
  | { readonly kind: 'another log' };

/** After `waitMs` the machine sleeps for `sleepMs`. */
export type Step = { readonly action: Action; readonly waitMs: number; readonly sleepMs?: number };

const STEPS = 16;

/** The same steps for the same seed. */
export function planOf(seed: number): readonly Step[] {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const process = () => below(PROCESSES);
  const seller = () => below(SELLERS);

  const faults: readonly (() => Action)[] = [
    () => ({ kind: 'lose the reply', seller: below(SELLERS + 1) }),
    () => ({
      kind: 'end',
      process: process(),
      statements: below(40),
      when: oneOf(['before', 'after']),
      of: 'connection',
    }),
    () => ({
      kind: 'end',
      process: process(),
      statements: below(40),
      when: oneOf(['before', 'after']),
      of: 'process',
    }),
    () => ({ kind: 'restart', process: process() }),
    () => ({ kind: 'news', process: process(), fate: oneOf(['good', 'bad', 'bad']) }),
    () => ({ kind: 'set the clock', process: process(), byMs: oneOf([-1, 1]) * below(3 * 3_600_000) }),
    () => ({ kind: 'lose the bus', process: process() }),
    () => ({ kind: 'two leaders', on: random() < 0.7 }),
    () => ({ kind: 'two leaders', on: true }),
  ];
  const steps: Step[] = [];
  for (let step = 0; step < STEPS; step++) {
    const isFault = random() < 0.3;
    const change = oneOf(['record', 'record', 'edit', 'edit', 'edit', 'remove'] as const);
    const work: readonly Action[] = [
      { kind: 'office', change: oneOf(OFFICE_CHANGES) },
      ...Array.from({ length: 2 }, () => ({ kind: 'sell', seller: seller(), change }) as const),
    ];
    steps.push({
      action: isFault ? oneOf(faults)() : oneOf(work),
      waitMs: random() < 0.4 ? 0 : below(random() < 0.1 ? 2000 : 150),
    });
  }
  // The copy of a database is the most expensive of all.
  if (random() < 0.2) {
    const at = below(STEPS - 8);
    steps.splice(at, 0, { action: { kind: 'keep a copy' }, waitMs: below(200) });
    steps.splice(at + 2 + below(8), 0, { action: { kind: 'another log' }, waitMs: below(200) });
  }
  return steps;
}

const DAY_MS = 24 * 3_600_000;

/** A day and a bit: between two steps the machine sleeps for minutes. */
export function planOfADay(seed: number): readonly Step[] {
  const steps = Array.from({ length: 7 }, (_, part) => planOf(seed + part)).flat();
  return steps.map((step) => ({ ...step, sleepMs: Math.ceil(DAY_MS / steps.length) }));
}
