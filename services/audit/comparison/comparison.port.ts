import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { EndOfDayQueries } from '../end-of-day.ts';
import type { HistoryDeps } from '../history/history.port.ts';

/** Whose rows, of which date, behind which position of the log. */
export type Since = {
  readonly employeeIds: readonly string[];
  readonly date: LocalDate;
  readonly behind: number;
};

/** The read models at one moment of the database, so that nothing happens between two questions. */
export type Snapshot = EndOfDayQueries & {
  /** Inside a past scope the board as of then. */
  board(companyId: string, date: LocalDate, now: string): Promise<readonly BillboardRow[]>;
  /** Positions of what happened to the sales and shifts of these people on that date, in order. */
  dayChanges(companyId: string, since: Since): Promise<readonly number[]>;
  /** Positions of what happened to these people and to the campaigns, in order. */
  nameChanges(companyId: string, since: Since): Promise<readonly number[]>;
};

export type ComparisonDeps = {
  readonly atOneMoment: <Result>(read: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>;
  /** What happened, in words. */
  readonly history: HistoryDeps;
};
