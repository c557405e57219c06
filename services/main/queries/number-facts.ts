import type { Kysely } from 'kysely';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { daysBefore } from '#contracts/local-date.ts';
import { pastInScope } from '#platform/as-of-scope.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import { commissionOf } from '#projections/commission/commission.queries.ts';
import { employeeById } from '#projections/directory/directory.queries.ts';
import { namesOf } from '#projections/directory/everybody.queries.ts';
import { historyEnds, START } from '#projections/history/history-moments.queries.ts';
import { shiftOfDay } from '#projections/logs/logs.queries.ts';
import { shiftLogOfDate } from '#projections/logs/shift-log.queries.ts';
import { isDay } from '#projections/query-input.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { closedSales } from '#projections/sales-book/closed-sales.queries.ts';
import { salesPerHourOf, weeklyStatsOf } from '#projections/sales-per-hour/sales-per-hour.queries.ts';
import type { Moment, NumberFacts, ShiftEvent } from '#services/audit/numbers/number-facts.port.ts';
import { atOneMoment } from '../one-moment.ts';

/** Read models that do not get there in so long are told as they are. */
const PATIENCE_MS = 1_000;

type Deps = {
  readonly db: Kysely<ReadModels>;
  readonly store: Pick<EventStore, 'read'>;
  readonly progress: Pick<Progress, 'waitFor'>;
};

/** Read models in one snapshot, and the history of shifts. */
export function createNumberFacts({ db, store, progress }: Deps): NumberFacts {
  return {
    atOneMoment: (companyId, read) => atOneMoment(db, (snapshot) => read(momentOf(snapshot, companyId))),

    async shiftEvents(companyId, employeeId, date) {
      const past = pastInScope();
      const all = await store.read(streams.shift(companyId, employeeId, date));
      const events = past ? all.filter(({ position }) => position <= past.position) : all;
      const last = events.at(-1);
      if (last) await progress.waitFor(last.position, PATIENCE_MS);
      return events.map((event) => decodeEvent(event) as ShiftEvent);
    },
  };
}

function momentOf(db: Kysely<ReadModels>, companyId: string): Moment {
  return {
    position: async () =>
      pastInScope()?.position ?? (await historyEnds(db, companyId)).last?.position ?? START,
    names: (employeeIds) => namesOf(db, companyId, employeeIds),
    closedSales: (employeeId, range) => closedSales(db, companyId, employeeId, range),
    shift: (employeeId, date) => shiftOfDay(db, companyId, employeeId, date),
    async goal(employeeId) {
      const entry = await employeeById(db, companyId, employeeId);
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
    commission: (employeeId, range) => commissionOf(db, companyId, employeeId, defined(range)),
    billboardRow: async (employeeId, date, now) =>
      (await billboardOfDay(db, companyId, date, now, [employeeId]))[0],
    reportRow: async (employeeId, date, now) =>
      (await shiftLogOfDate(db, companyId, employeeId, date, now))[0],
    salesPerHour: (employeeId, date, now) => salesPerHourOf(db, companyId, employeeId, date, now),
    async chartValue(employeeId, date, now) {
      // A chart of seven dates: the database does not know those before year 1.
      if (!isDay(daysBefore(date, 6))) return undefined;
      return (await weeklyStatsOf(db, companyId, employeeId, date, now)).at(-1);
    },
  };
}

/** What is not given is not named. */
function defined({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
