import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS, type LocalDate, localDate } from '#contracts/local-date.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { EVERYBODY, type Person, WORKDAY, zonesAt } from './demo-cast.ts';
import { CAMPAIGNS, type CampaignKey, NOTES } from './demo-catalogue.ts';

export const WEEKS = 5;
const LEARNING_DAYS = 12;

/** The day of an employee so far; it has no end while it is running. */
export type DaySoFar = Omit<PlannedDay, 'endsAt'> & { readonly endsAt: string | null };

/** A sale with its place in the plan. */
export type SaleInPlan = { readonly day: DaySoFar; readonly sale: PlannedSale; readonly index: number };

export type FollowUp = SaleInPlan & { readonly at: string; readonly status: 'Closed' | 'None' };

/** All employees on one date, each in their own time zone. */
export type DateOfAll = { readonly days: readonly DaySoFar[]; readonly followUps: readonly FollowUp[] };

/**
 * The weeks before `now` (UTC ISO-8601), date by date, without anything later than `now`. On the date of now all
 * people are at work, and have sold something in the last hour.
 */
export function planUntil(now: string, weeks: number = WEEKS): readonly DateOfAll[] {
  const zones = zonesAt(now);
  const today = Temporal.PlainDate.from(localDate(now, 'UTC'));
  const first = Math.max(1, weeks * 7);
  const dates: { date: LocalDate; days: DaySoFar[] }[] = [];
  // In the eastern zones it is tomorrow already, in the western ones still yesterday.
  for (let back = first; back >= -1; back -= 1) {
    const date = today.subtract({ days: back }).toString();
    const planned = EVERYBODY.map((person) => {
      const timeZone = zones[person.office];
      const daysAgo = Temporal.PlainDate.from(date).until(localDate(now, timeZone)).days;
      if (daysAgo > (person.joinedDaysAgo ?? weeks * 7)) return undefined;
      return planDay(person, date, { timeZone, isToday: daysAgo === 0, skill: skill(person, daysAgo) });
    }).filter((day): day is PlannedDay => day !== undefined && day.startsAt <= now);
    dates.push({ date, days: planned.map((day) => soFar(day, now)) });
  }
  const followUps = dates.flatMap(({ days }) => days.flatMap(followUpsOf)).filter(({ at }) => at <= now);
  const byDate = Map.groupBy(followUps, ({ at, day }) => localDate(at, day.timeZone));
  return dates.map(({ date, days }) => ({ days, followUps: byDate.get(date) ?? [] }));
}

/** The skill of this employee on that day, as a share of their full skill: 1 for those without a start date. */
function skill({ joinedDaysAgo }: Person, daysAgo: number): number {
  return joinedDaysAgo === undefined
    ? 1
    : Math.min(1, 0.3 + (0.7 * (joinedDaysAgo - daysAgo)) / LEARNING_DAYS);
}

function soFar(day: PlannedDay, now: string): DaySoFar {
  const sales = day.sales.filter(({ at }) => at <= now);
  if (day.endsAt <= now) return { ...day, sales };
  const hourAgo = new Date(Date.parse(now) - HOUR_MS).toISOString();
  const hasSold = sales.some(({ at, status }) => at > hourAgo && status === 'Closed');
  const fresh = hasSold ? [] : [freshSale(day, now)];
  return { ...day, endsAt: null, sales: [...sales, ...fresh].toSorted((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** A sale that was won in the last three quarters of an hour. */
function freshSale({ person, date }: PlannedDay, now: string): PlannedSale {
  const dice = createDice('fresh', person.key, date);
  const at = new Date(Date.parse(now) - dice.between(2 * 60, 45 * 60) * 1000).toISOString();
  return { ...planSale(person, dice, at), status: 'Closed', followUp: undefined };
}

function followUpsOf(day: DaySoFar): FollowUp[] {
  return day.sales.flatMap((sale, index) => (sale.followUp ? [{ day, sale, index, ...sale.followUp }] : []));
}

type PlannedSale = {
  /** UTC ISO-8601. */
  readonly at: string;
  readonly campaign: CampaignKey;
  readonly name: string;
  /** Dollars. */
  readonly price: string;
  readonly discount: number;
  readonly customerNumber: string;
  readonly details: string;
  readonly status: SaleStatus;
  /** A change of the status some days later; undefined: the status stays. */
  readonly followUp: { readonly at: string; readonly status: 'Closed' | 'None' } | undefined;
};

/** A working day from login to logout, with its sales. */
type PlannedDay = {
  readonly person: Person;
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly sales: readonly PlannedSale[];
};

/** Factors of the pace, Monday to Sunday. */
const WEEKDAYS = [0.85, 1.05, 1.15, 1.1, 0.9, 0.65, 0.55];
/** Factors of the pace by hours since login, with the lunch hour as the lowest. */
const HOURS = [0.6, 1.1, 1.25, 0.8, 0.5, 1.15, 1.3, 1.1, 0.8];
const ABSENT = 0.04;

/**
 * The working day of a person on a local date; undefined on a day off. It is always the same for the same date.
 * `skill` is above 0, and 1 for an experienced employee: a beginner makes fewer calls and wins fewer of them. The
 * whole team works on the day of the first look at the company, and no weekend slows it down.
 */
export function planDay(
  whom: Person,
  date: LocalDate,
  { timeZone, isToday = false, skill = 1 }: { timeZone: string; isToday?: boolean; skill?: number },
): PlannedDay | undefined {
  const person = { ...whom, pace: whom.pace * skill, won: whom.won * (0.6 + 0.4 * skill) };
  const { starts, hours } = WORKDAY;
  const day = Temporal.PlainDate.from(date);
  const dice = createDice('demo', person.key, date);
  if (!worksOn(person, day, dice) && !isToday) return undefined;
  const begins = day
    .toZonedDateTime({ timeZone, plainTime: { hour: starts } })
    .add({ minutes: dice.between(-9, 6) });
  const minutes = hours * 60 + dice.between(0, 14);
  const at = (minute: number, second = 0) =>
    new Date(begins.add({ minutes: minute, seconds: second }).epochMilliseconds).toISOString();

  // Good and bad days: most are average, a few extreme.
  const form = 0.55 + 0.45 * (dice.next() + dice.next());
  const pace = person.pace * form * (isToday ? 1 : (WEEKDAYS[day.dayOfWeek - 1] ?? 1));
  const sales: PlannedSale[] = [];
  for (let minute = 4; minute < hours * 60; minute += 1) {
    const busy = HOURS[Math.floor(minute / 60)] ?? 1;
    if (dice.next() < (pace * busy) / 60) sales.push(planSale(person, dice, at(minute, dice.between(0, 59))));
  }
  return { person: whom, date, timeZone, startsAt: at(0), endsAt: at(minutes), sales };
}

function worksOn(person: Person, day: Temporal.PlainDate, dice: Dice): boolean {
  // One person of each office is never ill, so that the office is always staffed.
  const isAbsent = dice.next() < ABSENT && person.weekends !== 'even';
  if (day.dayOfWeek <= 5) return !isAbsent;
  const parity = (day.weekOfYear ?? 0) % 2 === 0 ? 'even' : 'odd';
  return person.weekends === parity;
}

function planSale(person: Person, dice: Dice, at: string): PlannedSale {
  // A private customer may buy from another private campaign, but not from the business one.
  const others = CAMPAIGNS.filter(({ key }) => key !== person.campaign && key !== 'business');
  const own = CAMPAIGNS.find(({ key }) => key === person.campaign);
  const campaign = own && dice.next() < 0.85 ? own : dice.pick(others);
  const lost = 1 - person.won;
  const status = dice.weighted({
    Closed: person.won,
    Negotiating: lost * 0.4,
    Lead: lost * 0.35,
    None: lost * 0.25,
  });
  const isOpen = status === 'Negotiating' || status === 'Lead';
  return {
    at,
    campaign: campaign.key,
    ...saleOf(campaign, dice),
    status,
    followUp: isOpen && dice.next() < 0.6 ? planFollowUp(dice, at) : undefined,
  };
}

/** Product, customer and price of one sale. */
export function saleOf({ offers }: Pick<(typeof CAMPAIGNS)[number], 'offers'>, dice: Dice) {
  const offer = dice.pick(offers);
  const dollars = dice.between(offer.from / 5, offer.to / 5) * 5;
  return {
    name: offer.name,
    price: `${dollars - 1}.99`,
    discount: Number(dice.weighted({ '0': 70, '5': 15, '10': 11, '15': 4 })),
    customerNumber: `C-${dice.between(20_000, 89_999)}`,
    details: dice.pick(NOTES),
  };
}

function planFollowUp(dice: Dice, at: string): PlannedSale['followUp'] {
  const later = Date.parse(at) + dice.between(1, 4) * DAY_MS + dice.between(-40, 40) * 60_000;
  return { at: new Date(later).toISOString(), status: dice.weighted({ Closed: 6, None: 4 }) };
}

/** Random numbers that are always the same for the same words, so that every installation has the same demo. */
export type Dice = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** One of the values, with a probability by weight. */
  weighted<Value extends string>(weights: Readonly<Record<Value, number>>): Value;
};

/** FNV-1a over the words, then mulberry32: small, and random enough for a demo. */
export function createDice(...words: readonly (string | number)[]): Dice {
  let seed = 0x811c9dc5;
  for (const letter of words.join('\n')) {
    seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (values) => {
      const picked = values[between(0, values.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    weighted: (weights) => {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('the weights are all zero');
    },
  };
}
