import type { CommissionTerms } from '#contracts/commission.ts';
import type { BillboardRow, ChartRow, ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import type { ShiftHours } from '#contracts/sales-per-hour.ts';

export type Named = { readonly id: string; readonly first_name: string; readonly last_name: string };

/** Local dates, both inclusive; open where one is not given. */
export type Range = { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined };

export type ClosedSale = CommissionTerms & {
  readonly saleId: string;
  readonly saleName: string;
  readonly campaignName: string;
  readonly customerNumber: string;
  readonly entryDate: string;
  readonly recordedPosition: number;
  /** As it was recorded with the sale; the lines compute it anew. */
  readonly commissionCents: Cents;
};

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
 * The read models at one moment: nothing changes between two questions. Facts come from here, and what screens
 * show, by the queries that screens use. `now` is UTC ISO-8601.
 */
export type Moment = {
  /** Of the company's last event that is in it; -1 before the first. */
  position(): Promise<number>;
  /** Names of people, the deleted included. */
  names(employeeIds: readonly string[]): Promise<readonly Named[]>;
  /** All of them, newest first, portion by portion; nothing else is asked between two portions. */
  closedSales(employeeId: string, range: Range): AsyncIterable<readonly ClosedSale[]>;
  shift(employeeId: string, date: LocalDate): Promise<KnownShift | undefined>;
  /** Undefined for who is no employee any more. */
  goal(employeeId: string): Promise<HourlyGoal | undefined>;

  commission(employeeId: string, range: Range): Promise<Cents>;
  billboardRow(employeeId: string, date: LocalDate, now: string): Promise<BillboardRow | undefined>;
  reportRow(employeeId: string, date: LocalDate, now: string): Promise<ShiftLogRow | undefined>;
  salesPerHour(employeeId: string, date: LocalDate, now: string): Promise<number | 'N/A'>;
  chartValue(employeeId: string, date: LocalDate, now: string): Promise<ChartRow | undefined>;
};

export type ShiftEvent = StoredEvent<'ShiftStarted' | 'ShiftResumed' | 'ShiftEnded' | 'ShiftDurationSet'>;

export interface NumberFacts {
  /** Reads everything of a company at one moment. */
  atOneMoment<Result>(companyId: string, read: (moment: Moment) => Promise<Result>): Promise<Result>;
  /**
   * What happened to the shift of a local date, oldest first, as far as the caller sees the history. Resolves
   * once the read models know it, too, or may be expected not to.
   */
  shiftEvents(companyId: string, employeeId: string, date: LocalDate): Promise<readonly ShiftEvent[]>;
}
