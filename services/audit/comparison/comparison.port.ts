import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { HistoryDeps } from '../history/history.port.ts';

/** The read models at one moment of the database, so that nothing happens between two questions. */
export type Snapshot = {
  /** Of the last event of the company that is in it; -1 before the first. */
  newest(companyId: string): Promise<number>;
  /** The last event at an instant (UTC ISO-8601), -1 before the first. */
  positionAt(companyId: string, instant: string): Promise<number>;
  /** Inside a past scope the board as of then. */
  board(companyId: string, date: LocalDate, now: string): Promise<readonly BillboardRow[]>;
  /** Sales of these people on that date that something happened to behind a position. */
  changedSales(
    companyId: string,
    employeeIds: readonly string[],
    date: LocalDate,
    position: number,
  ): Promise<readonly string[]>;
};

export type ComparisonDeps = {
  readonly atOneMoment: <Result>(read: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>;
  /** What happened, in words. */
  readonly history: HistoryDeps;
};
