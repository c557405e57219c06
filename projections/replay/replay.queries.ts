import type { Kysely } from 'kysely';
import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';
import { decodeIfReadable } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { employeeDays } from '../employee-days/employee-days.projector.ts';
import { canExist, isDay } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { type BoardStep, type DayEvent, momentsOfBoard } from './board-moments.ts';
import {
  inOrder,
  momentsAt,
  nameVersions,
  salePositions,
  shiftPositions,
  shiftZones,
} from './day-positions.queries.ts';

type Store = Pick<EventStore, 'readAt'>;

type Since = {
  readonly employeeIds: readonly string[];
  /** Local, yyyy-mm-dd. */
  readonly date: string;
  /** A position, exclusive. */
  readonly behind: number;
};

export type ReplayQueries = ReturnType<typeof createReplayQueries>;

/**
 * How the board of a day came to be. The versions that the read models keep say at which positions something happened
 * to the day, so a question costs what the day has; what happened is read from the event store.
 */
export function createReplayQueries(db: Kysely<ReadModels>, store: Store) {
  return {
    /**
     * Every moment up to now at which a row of the board of a local date (yyyy-mm-dd) changed. `as-of` each position
     * it is the board that stood there then.
     */
    async boardReplay(companyId: string, date: string): Promise<Pick<Replay, 'cards' | 'moments'>> {
      if (!canExist(companyId) || !isDay(date)) return { cards: [], moments: [] };
      const ofDay = { companyId, date };
      const [sales, shifts] = await Promise.all([salePositions(db, ofDay), shiftPositions(db, ofDay)]);
      const positions = inOrder([...sales, ...shifts]);
      const [first] = positions;
      if (first === undefined) return { cards: [], moments: [] };
      const [events, names] = await Promise.all([
        dayEventsAt(store, positions),
        nameVersions(db, companyId, first),
      ]);
      const renamed = names.map(({ position }) => position).filter((position) => position > first);
      const instants = await momentsAt(db, companyId, inOrder([...positions, ...renamed]));
      const happened = [...events.map((event) => ({ position: event.position, event })), ...names];
      const steps = happened
        .flatMap((one): BoardStep[] => {
          const at = instants.get(one.position);
          // What came between two of these queries is left out; names from before the day need no instant.
          return at === undefined && one.position >= first ? [] : [{ ...one, at: at ?? '' }];
        })
        .sort((one, other) => one.position - other.position);
      return momentsOfBoard(date, steps);
    },

    /** The time zones in which the shifts of a local date were worked, by their IANA names. */
    async zonesOfDay(companyId: string, date: string): Promise<readonly string[]> {
      if (!canExist(companyId) || !isDay(date)) return [];
      return shiftZones(db, { companyId, date });
    },

    /**
     * The last of the shifts that midnight closed right behind a position, before anything else happened to the sales
     * and shifts of that local date; null if there is none.
     */
    async closedBehind(
      companyId: string,
      date: string,
      behind: number,
    ): Promise<{ readonly position: number; readonly at: string } | null> {
      if (!canExist(companyId) || !isDay(date)) return null;
      const since = { companyId, date, behind };
      const [shifts, sales] = await Promise.all([shiftPositions(db, since), salePositions(db, since)]);
      const [firstSale = Number.POSITIVE_INFINITY] = sales;
      const events = await dayEventsAt(
        store,
        shifts.filter((position) => position < firstSale),
      );
      const other = events.findIndex(
        (event) => event.type !== 'ShiftEnded' || event.data.reason !== 'midnight',
      );
      const last = (other === -1 ? events : events.slice(0, other)).at(-1);
      if (!last) return null;
      const at = (await momentsAt(db, companyId, [last.position])).get(last.position) ?? '';
      return { position: last.position, at };
    },

    /** Positions of what happened to the sales and shifts that these people have, or had, on a local date. In order. */
    async dayChanges(companyId: string, { employeeIds, date, behind }: Since): Promise<readonly number[]> {
      const possible = employeeIds.filter((id) => canExist(id));
      if (!canExist(companyId) || !isDay(date) || possible.length === 0) return [];
      const since = { companyId, date, behind, employeeIds: possible };
      const [sales, shifts] = await Promise.all([salePositions(db, since), shiftPositions(db, since)]);
      return inOrder([...sales, ...shifts]);
    },

    /** Positions of what happened to these people and to all campaigns. In order. */
    async nameChanges(companyId: string, { employeeIds, behind }: Since): Promise<readonly number[]> {
      if (!canExist(companyId)) return [];
      const names = await nameVersions(db, companyId, behind);
      return inOrder(
        names
          .filter(({ named }) => named.kind === 'campaign' || employeeIds.includes(named.employeeId))
          .map(({ position }) => position)
          .filter((position) => position > behind),
      );
    },
  };
}

/** The events at these positions, without those that the board could not take in either. */
async function dayEventsAt(store: Store, positions: readonly number[]): Promise<DayEvent[]> {
  if (positions.length === 0) return [];
  return (await store.readAt(positions)).flatMap((recorded) => {
    const event = decodeIfReadable(recorded);
    return event !== null && isDayEvent(event) ? [event] : [];
  });
}

function isDayEvent(event: StoredEvent): event is DayEvent {
  return Object.hasOwn(employeeDays.on, event.type);
}
