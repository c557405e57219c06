import type { BillboardRow, ChartRow, ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import type { ShiftHours } from '#contracts/shift-hours.ts';
import type { Named } from '#projections/directory/directory.queries.ts';
import type { ClosedSale } from '#projections/sales-book/sales-book.queries.ts';

/** Local dates, both inclusive; a missing one leaves that side open. */
export type Range = { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined };

export type KnownShift = ShiftHours & { readonly timeZone: string };

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
  /** Undefined for a deleted employee. */
  goal(employeeId: string): Promise<HourlyGoal | undefined>;

  commission(employeeId: string, range: Range): Promise<Cents>;
  billboardRow(employeeId: string, date: LocalDate, now: string): Promise<BillboardRow | undefined>;
  reportRow(employeeId: string, date: LocalDate, now: string): Promise<ShiftLogRow | undefined>;
  salesPerHour(employeeId: string, date: LocalDate, now: string): Promise<number | 'N/A'>;
  chartValue(employeeId: string, date: LocalDate, now: string): Promise<ChartRow | undefined>;
};

export type ShiftEvent = StoredEvent<'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftDurationSet'>;

export interface NumberFacts {
  /** Runs `read` on one snapshot of the company. */
  atOneMoment<Result>(companyId: string, read: (moment: Moment) => Promise<Result>): Promise<Result>;
  /**
   * The events of the shift of a local date, oldest first, up to the caller's `as-of`. Resolves when the read models
   * have the last of them, or after a time limit.
   */
  shiftEvents(companyId: string, employeeId: string, date: LocalDate): Promise<readonly ShiftEvent[]>;
}
