import type { BillboardRow, ChartRow, ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { decodeEvent, isKnownType } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import type { ShiftHours } from '#contracts/shift-hours.ts';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { pastInScope } from '#platform/scope.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { Named } from '#projections/directory/directory.queries.ts';
import type { ClosedSale } from '#projections/sales-book/sales-book.queries.ts';

/** Local dates, both inclusive; a missing one leaves that side open. */
export type Range = { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined };

export type KnownShift = ShiftHours & { readonly timeZone: string; readonly startZone: string };

export type HourlyGoal = {
  readonly campaign: { readonly id: string; readonly name: string } | null;
  readonly goal: {
    readonly name: string;
    readonly hourlySales: number;
    readonly hourlyDecisions: number;
  } | null;
};

/**
 * The read models in one snapshot: the facts, and the figures on screens by the queries of those screens. `now` is
 * UTC ISO-8601.
 */
export type Moment = {
  /** The position of the company's last event in the snapshot; -1 before the first. */
  position(): Promise<number>;
  /** Names of employees, deleted ones included. */
  names(employeeIds: readonly string[]): Promise<readonly Named[]>;
  /** All Closed sales, newest first, in portions. Do not query anything else between two portions. */
  closedSales(employeeId: string, range: Range): AsyncIterable<readonly ClosedSale[]>;
  shift(employeeId: string, date: LocalDate): Promise<KnownShift | undefined>;
  /** The employee's today, as on the board of now. */
  today(employeeId: string, timeZone: string, now: string): Promise<LocalDate>;
  /** Undefined for a deleted employee. */
  goal(employeeId: string): Promise<HourlyGoal | undefined>;

  commission(employeeId: string, range: Range): Promise<Cents>;
  billboardRow(employeeId: string, date: LocalDate, now: string): Promise<BillboardRow | undefined>;
  reportRow(employeeId: string, date: LocalDate, now: string): Promise<ShiftLogRow | undefined>;
  salesPerHour(employeeId: string, date: LocalDate, now: string): Promise<number | 'N/A'>;
  chartValue(employeeId: string, date: LocalDate, now: string): Promise<ChartRow | undefined>;
};

export type ShiftEvent = StoredEvent<
  'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftStartSet' | 'ShiftDurationSet'
>;

export interface NumberFacts {
  /** Runs `read` on one snapshot of the company. */
  atOneMoment<Result>(companyId: string, read: (moment: Moment) => Promise<Result>): Promise<Result>;
  /**
   * The events of the shift of a local date, oldest first, up to the caller's `as-of`. Resolves when the read models
   * have the last of them, or after a time limit.
   */
  shiftEvents(companyId: string, employeeId: string, date: LocalDate): Promise<readonly ShiftEvent[]>;
}

/** How long to wait for the read models; after that they answer as they are. */
const CATCH_UP_TIMEOUT_MS = 1_000;

type Deps = {
  /** One database snapshot answers all questions. */
  readonly atOneMoment: <Result>(read: (queries: Queries) => Promise<Result>) => Promise<Result>;
  readonly store: Pick<EventStore, 'read'>;
  readonly progress: Pick<Progress, 'waitFor'>;
};

/** Facts of one moment from the read models, and the events of shifts. */
export function createNumberFacts({ atOneMoment, store, progress }: Deps): NumberFacts {
  return {
    atOneMoment: (companyId, read) => atOneMoment((queries) => read(momentOf(queries, companyId))),

    async shiftEvents(companyId, employeeId, date) {
      const past = pastInScope();
      const all = await store.read(streams.shift(companyId, employeeId, date));
      const events = past ? all.filter(({ position }) => position <= past.position) : all;
      const last = events.at(-1);
      if (last) await progress.waitFor(last.position, CATCH_UP_TIMEOUT_MS);
      return events.filter(({ type }) => isKnownType(type)).map((event) => decodeEvent(event) as ShiftEvent);
    },
  };
}

function momentOf(queries: Queries, companyId: string): Moment {
  return {
    position: async () =>
      pastInScope()?.position ?? (await queries.historyEnds(companyId)).last?.position ?? START,
    names: (employeeIds) => queries.namesOf(companyId, employeeIds),
    closedSales: (employeeId, range) => queries.closedSales(companyId, employeeId, range),
    shift: (employeeId, date) => queries.shiftOfDay(companyId, employeeId, date),
    today: (employeeId, timeZone, now) => queries.todayOf(companyId, employeeId, timeZone, now),
    async goal(employeeId) {
      const entry = await queries.employeeById(companyId, employeeId);
      if (!entry) return undefined;
      const { campaignId, campaignName, goalName, hourlySales, hourlyDecisions } = entry;
      return {
        campaign: campaignId === null ? null : { id: campaignId, name: campaignName ?? '' },
        goal:
          hourlySales === null
            ? null
            : { name: goalName ?? '', hourlySales, hourlyDecisions: hourlyDecisions ?? 0 },
      };
    },
    commission: (employeeId, range) => queries.commissionOf(companyId, employeeId, range),
    billboardRow: async (employeeId, date, now) =>
      (await queries.billboardOfDay(companyId, date, now, [employeeId]))[0],
    reportRow: async (employeeId, date, now) =>
      (await queries.shiftLogOfDate(companyId, employeeId, date, now))[0],
    salesPerHour: (employeeId, date, now) => queries.salesPerHourOf(companyId, employeeId, date, now),
    async chartValue(employeeId, date, now) {
      // A chart has seven dates, and the database knows none before year 1.
      if (daysBefore(date, 6) < '0001-01-01') return undefined;
      return (await queries.weeklyStatsOf(companyId, employeeId, date, now)).at(-1);
    },
  };
}
