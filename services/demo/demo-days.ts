import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from '#contracts/durations.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { DESKS, type Person } from './demo-cast.ts';
import { CAMPAIGNS, type CampaignKey, NOTES } from './demo-catalogue.ts';
import { createDice, type Dice } from './dice.ts';

export type PlannedSale = {
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
  /** What becomes of it some days later; undefined: it stays as it is. */
  readonly followUp: { readonly at: string; readonly status: 'Closed' | 'None' } | undefined;
};

/** A day at work from login to logout, with everything that would happen in it. */
export type PlannedDay = {
  readonly person: Person;
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly sales: readonly PlannedSale[];
};

/** Monday to Sunday: a slow start, a strong middle, a tired Friday, quiet weekends. */
const WEEKDAYS = [0.85, 1.05, 1.15, 1.1, 0.9, 0.65, 0.55];
/** By hours since login: warming up, the dip of the lunch hour, the run of the afternoon. */
const HOURS = [0.6, 1.1, 1.25, 0.8, 0.5, 1.15, 1.3, 1.1, 0.8];
const ABSENT = 0.04;

/**
 * What this person does on this local date; undefined on a day off. Always the same for the same date. `skill` is
 * above 0, and 1 for an experienced employee: a beginner makes fewer calls and wins fewer of them.
 */
export function planDay(whom: Person, date: LocalDate, skill = 1): PlannedDay | undefined {
  const person = { ...whom, pace: whom.pace * skill, won: whom.won * (0.6 + 0.4 * skill) };
  const { timeZone, starts, hours } = DESKS[person.desk];
  const day = Temporal.PlainDate.from(date);
  const dice = createDice('demo', person.key, date);
  if (!worksOn(person, day, dice)) return undefined;
  const begins = day
    .toZonedDateTime({ timeZone, plainTime: { hour: starts } })
    .add({ minutes: dice.between(-9, 6) });
  const minutes = hours * 60 + dice.between(0, 14);
  const at = (minute: number, second = 0) =>
    new Date(begins.add({ minutes: minute, seconds: second }).epochMilliseconds).toISOString();

  // Good days and bad ones: most near the middle, a few far off.
  const form = 0.55 + 0.45 * (dice.next() + dice.next());
  const pace = person.pace * form * (WEEKDAYS[day.dayOfWeek - 1] ?? 1);
  const sales: PlannedSale[] = [];
  for (let minute = 4; minute < hours * 60; minute += 1) {
    const busy = HOURS[Math.floor(minute / 60)] ?? 1;
    if (dice.next() < (pace * busy) / 60) sales.push(planSale(person, dice, at(minute, dice.between(0, 59))));
  }
  return { person: whom, date, timeZone, startsAt: at(0), endsAt: at(minutes), sales };
}

function worksOn(person: Person, day: Temporal.PlainDate, dice: Dice): boolean {
  // One of each desk is never ill, so that it is always taken.
  const isAbsent = dice.next() < ABSENT && person.weekends !== 'even';
  if (day.dayOfWeek <= 5) return !isAbsent;
  const parity = (day.weekOfYear ?? 0) % 2 === 0 ? 'even' : 'odd';
  return person.weekends === parity;
}

function planSale(person: Person, dice: Dice, at: string): PlannedSale {
  // Who has a family on the phone offers it something else as well, but no switchboard.
  const others = CAMPAIGNS.filter(({ key }) => key !== person.campaign && key !== 'business');
  const own = CAMPAIGNS.find(({ key }) => key === person.campaign);
  const campaign = own && dice.next() < 0.85 ? own : dice.pick(others);
  const offer = dice.pick(campaign.offers);
  const dollars = dice.between(offer.from / 5, offer.to / 5) * 5;
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
    name: offer.name,
    price: `${dollars - 1}.99`,
    discount: Number(dice.weighted({ '0': 70, '5': 15, '10': 11, '15': 4 })),
    customerNumber: `C-${dice.between(20_000, 89_999)}`,
    details: dice.pick(NOTES),
    status,
    followUp: isOpen && dice.next() < 0.6 ? planFollowUp(dice, at) : undefined,
  };
}

function planFollowUp(dice: Dice, at: string): PlannedSale['followUp'] {
  const later = Date.parse(at) + dice.between(1, 4) * DAY_MS + dice.between(-40, 40) * 60_000;
  return { at: new Date(later).toISOString(), status: dice.weighted({ Closed: 6, None: 4 }) };
}
