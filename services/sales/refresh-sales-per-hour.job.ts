import { Type } from 'typebox';
import type { LocalDate } from '#contracts/local-date.ts';
import { defineJob } from '#platform/jobs/job.ts';

export type ShiftAtWork = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly loginDate: LocalDate;
};

export type RefreshSalesPerHourDeps = {
  /** Of every company. */
  readonly openShifts: () => Promise<readonly ShiftAtWork[]>;
  /** Makes every screen that shows one of these rates show it as of now. */
  readonly announceRates: (shifts: readonly ShiftAtWork[]) => void;
};

/** Specification, section 9: sales per hour is refreshed every 600000 ms. */
const TEN_MINUTES_MS = 600_000;

/**
 * Every ten minutes: the sales per hour of open shifts sink while time goes by, so every screen that shows one
 * gets it anew. Rates are computed where they are read, so nothing is stored, and a run that is repeated
 * shows the same again.
 */
export function refreshSalesPerHourJob({ openShifts, announceRates }: RefreshSalesPerHourDeps) {
  return defineJob({
    name: 'refresh-sales-per-hour',
    data: Type.Object({}),
    schedule: { every: TEN_MINUTES_MS },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 1000 },
    async handler() {
      announceRates(await openShifts());
    },
  });
}
