import { Type } from 'typebox';
import type { LocalDate } from '#contracts/local-date.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { LiveBus, ReadModelChange } from '#platform/live/live-bus.port.ts';

export type ShiftAtWork = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly loginDate: LocalDate;
};

export type RefreshSalesPerHourDeps = {
  /** The open shifts of all companies. */
  readonly openShifts: () => Promise<readonly ShiftAtWork[]>;
  /** Sends the current rates to every screen that shows them. */
  readonly announceRates: (shifts: readonly ShiftAtWork[]) => void;
};

/** Specification, section 9: sales per hour is refreshed every 600000 ms. */
const TEN_MINUTES_MS = 600_000;

/**
 * Every ten minutes: the sales per hour of open shifts fall as time passes, so every screen that shows them is
 * updated. Rates are computed by the queries, so the job stores nothing and may run twice.
 */
const refreshSalesPerHour = jobType({
  name: 'refresh-sales-per-hour',
  data: Type.Object({}),
  schedule: { every: TEN_MINUTES_MS },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function refreshSalesPerHourJob({ openShifts, announceRates }: RefreshSalesPerHourDeps) {
  return handle(refreshSalesPerHour, async () => {
    announceRates(await openShifts());
  });
}

export type RateOf = { readonly companyId: string; readonly employeeId: string; readonly loginDate: string };

/**
 * Tells the gateways that the sales per hour of these people and local dates have changed without an event, so that
 * they send the billboard rows again. The message has the position START: it says nothing about the read models.
 */
export function createAnnounceRates(bus: LiveBus) {
  return (rates: readonly RateOf[]): void => {
    if (rates.length === 0) return;
    const byCompany = Map.groupBy(rates, ({ companyId }) => companyId);
    const changes: ReadModelChange[] = [...byCompany].map(([companyId, ofCompany]) => ({
      model: 'rates',
      companyId,
      keys: ofCompany.map(({ employeeId, loginDate }) => ({ employee_id: employeeId, day: loginDate })),
    }));
    bus.publish({ kind: 'committed', position: START, changes });
  };
}
