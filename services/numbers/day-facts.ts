import type { HoursFacts, ShiftStep, ShownNumber } from '#contracts/endpoints/numbers.endpoints.ts';
import type { ShiftEndReason } from '#contracts/events/shift.events.ts';
import { descriptionOf } from '#contracts/history/history-events.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import { countedTime, hoursRuleWords, unroundedRate } from '#contracts/numbers/counted-hours.ts';
import { salesPerHour } from '#contracts/shift-hours.ts';
import type { Named } from '#projections/directory/directory.queries.ts';
import { type CommissionLines, commissionLines, type LinesWish } from './commission-lines.ts';
import type { KnownShift, Moment, NumberFacts, ShiftEvent } from './number-facts.ts';

export type DayFacts = {
  readonly employee: Named;
  readonly sold: CommissionLines;
  readonly hours: HoursFacts | null;
  readonly rate: number | 'N/A';
  readonly unroundedRate: string | null;
  readonly shown: readonly ShownNumber[];
  readonly differences: readonly string[];
};

export type WhichDay = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly date: LocalDate;
};

/** How often the facts are read at most, when the shift changes between its events and the read models. */
const LOOKS = 3;

/**
 * The facts of an employee's local date, all of one moment; null when the company never had that employee. `also`
 * reads at the same moment.
 */
export async function dayFacts<Also>(
  facts: NumberFacts,
  which: WhichDay,
  wish: LinesWish,
  also: (moment: Moment) => Promise<Also>,
): Promise<(DayFacts & { readonly also: Also }) | null> {
  const { companyId, employeeId, date } = which;
  for (let look = 1; ; look += 1) {
    const events = await facts.shiftEvents(companyId, employeeId, date);
    const found = await facts.atOneMoment(companyId, async (moment) => {
      const known = await moment.shift(employeeId, date);
      const isSame = isSameShift(known, toldShift(events));
      if (!isSame && look < LOOKS) return 'changed meanwhile';
      const day = await readDay(moment, which, wish, events);
      const differences = isSame ? [] : ['The shift is not known as its history tells it'];
      return (
        day && {
          ...day,
          differences: [...differences, ...day.differences],
          also: await also(moment),
        }
      );
    });
    if (found !== 'changed meanwhile') return found;
  }
}

async function readDay(
  moment: Moment,
  { employeeId, date }: WhichDay,
  wish: LinesWish,
  events: readonly ShiftEvent[],
): Promise<DayFacts | null> {
  const { now } = wish;
  const people = new Map(
    (await moment.names([employeeId, ...actorsOf(events)])).map((named) => [named.id, named]),
  );
  const employee = people.get(employeeId);
  if (!employee) return null;
  const sold = await commissionLines(moment, employeeId, { from: date, to: date }, wish);
  const told = toldShift(events);
  const hours = told && hoursFacts(told, events, people, now);
  const rate: number | 'N/A' = salesPerHour(sold.closedSales, told, now) ?? 'N/A';
  const shown = await shownOn(moment, employeeId, date, now);
  const lines: Omit<ShownNumber, 'screen'> = {
    commission: centsToNumber(sold.cents),
    sales: sold.closedSales,
    sales_per_hour: rate,
  };
  return {
    employee,
    sold,
    hours,
    rate,
    unroundedRate: hours && unroundedRate(sold.closedSales, hours.counted_ms),
    shown,
    differences: [...sold.differences, ...shown.flatMap((one) => differencesOf(one, lines))],
  };
}

/** The figures of the day on every screen that shows them. */
async function shownOn(
  moment: Moment,
  employeeId: string,
  date: LocalDate,
  now: string,
): Promise<ShownNumber[]> {
  const board = await moment.billboardRow(employeeId, date, now);
  const report = await moment.reportRow(employeeId, date, now);
  const chart = await moment.chartValue(employeeId, date, now);
  const commission = await moment.commission(employeeId, { from: date, to: date });
  const noRow = { commission: 0, sales: 0, sales_per_hour: 'N/A' as const };
  return [
    { screen: 'Daily Billboard', ...(board ? figuresOf(board) : noRow) },
    ...(report ? [{ screen: 'Report', ...figuresOf(report) }] : []),
    { screen: 'Commission of the date', commission: centsToNumber(commission) },
    { screen: 'Sales per hour', sales_per_hour: await moment.salesPerHour(employeeId, date, now) },
    { screen: 'Weekly Stats', sales_per_hour: chart?.sales_per_hour ?? 'N/A' },
  ];
}

type Figures = {
  readonly commission: number;
  readonly sales?: number;
  readonly sales_per_hour: number | 'N/A';
};

function figuresOf({ commission, sales, sales_per_hour }: Figures): Figures {
  return { commission, ...(sales !== undefined && { sales }), sales_per_hour };
}

const named = {
  commission: 'commission',
  sales: 'number of Closed sales',
  sales_per_hour: 'sales per hour',
} as const;

/** As text: figures on a screen that differ from the lines. */
export function differencesOf(shown: ShownNumber, lines: Omit<ShownNumber, 'screen'>): string[] {
  return (['commission', 'sales', 'sales_per_hour'] as const).flatMap((figure) => {
    const there = shown[figure];
    if (there === undefined || there === lines[figure]) return [];
    return [`${shown.screen} shows a ${named[figure]} of ${there}; the lines give ${lines[figure]}`];
  });
}

/** The state of a shift by its events; null before the first. */
export type ToldShift = KnownShift & {
  readonly endedBy: ShiftEndReason | null;
  readonly durationFrom: HoursFacts['duration_from'];
};

export function toldShift(events: readonly ShiftEvent[]): ToldShift | null {
  return events.reduce<ToldShift | null>(afterEvent, null);
}

function afterEvent(shift: ToldShift | null, { type, data }: ShiftEvent): ToldShift | null {
  if (type === 'ShiftStarted') {
    const { startedAt, timeZone, setDuration } = data;
    const durationFrom = setDuration === null ? 'nobody' : 'standing';
    const zones = { timeZone, startZone: timeZone };
    return { startedAt, endedAt: null, setDuration, ...zones, endedBy: null, durationFrom };
  }
  if (!shift) return null;
  switch (type) {
    case 'ShiftResumed':
      return { ...shift, endedAt: null, endedBy: null, timeZone: data.timeZone ?? shift.timeZone };
    case 'ShiftEnded':
      return { ...shift, endedAt: data.endedAt, endedBy: data.reason };
    case 'ShiftStartSet':
      return { ...shift, startedAt: data.after };
    case 'ShiftDurationSet':
      return { ...shift, setDuration: data.after, durationFrom: 'typed' };
  }
}

/** Whether the read models have the same state as the events. */
function isSameShift(known: KnownShift | undefined, told: ToldShift | null): boolean {
  if (!known || !told) return !known && !told;
  return (
    known.startedAt === told.startedAt &&
    known.endedAt === told.endedAt &&
    known.setDuration === told.setDuration &&
    known.timeZone === told.timeZone &&
    known.startZone === told.startZone
  );
}

/** The actors of the shift's events. */
function actorsOf(events: readonly ShiftEvent[]): string[] {
  return events.flatMap(({ metadata }) => metadata.actorId ?? []);
}

/** The hours at `now` (UTC ISO-8601), with the events and their actors. */
export function hoursFacts(
  told: ToldShift,
  events: readonly ShiftEvent[],
  people: ReadonlyMap<string, Named>,
  now: string,
): HoursFacts {
  const { clockedMs, countedMs, rule } = countedTime(told, now);
  return {
    login_time: told.startedAt,
    time_zone: told.startZone,
    logout_time: told.endedAt,
    ended_by: told.endedBy,
    shift_duration: told.setDuration ?? 'N/A',
    duration_from: told.durationFrom,
    clocked_ms: clockedMs,
    counted_ms: countedMs,
    rule,
    rule_words: hoursRuleWords[rule],
    steps: events.map((event) => stepOf(event, people)),
  };
}

function stepOf(event: ShiftEvent, people: ReadonlyMap<string, Named>): ShiftStep {
  const { actorId } = event.metadata;
  const by = actorId === null ? null : (people.get(actorId) ?? unknownPerson(actorId));
  const { title } = descriptionOf(event);
  switch (event.type) {
    case 'ShiftStarted': {
      const { startedAt, setDuration } = event.data;
      const standing = `; standing duration set earlier: ${setDuration === null ? 'none' : hours(setDuration)}`;
      return { at: startedAt, what: 'started', by, words: title + standing };
    }
    case 'ShiftResumed':
      return { at: event.data.resumedAt, what: 'resumed', by, words: title };
    case 'ShiftEnded':
      return { at: event.data.endedAt, what: 'ended', by, words: title };
    case 'ShiftStartSet':
      return { at: event.data.after, what: 'start set', by, words: title };
    case 'ShiftDurationSet': {
      const { before, after } = event.data;
      const words = `${title}: ${hours(after)}${before === null ? '' : ` in place of ${hours(before)}`}`;
      return { at: event.metadata.at, what: 'duration set', by, words };
    }
  }
}

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

function unknownPerson(id: string): Named {
  return { id, first_name: '', last_name: '' };
}
