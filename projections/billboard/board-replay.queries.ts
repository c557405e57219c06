import type { Kysely } from 'kysely';
import type { Replay } from '#contracts/endpoints/replay.endpoints.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { momentsOfBoard } from './board-moments.ts';
import type { BoardStep } from './board-steps.ts';
import { nameVersions, placesOf, positionsOf, saleVersions, shiftVersions } from './day-versions.queries.ts';
import { type Happened, namesAt, saleEvents, shiftEvents } from './version-events.ts';

/**
 * How the board of a company's local date (yyyy-mm-dd) came to be what it is now: every moment at which a row of
 * it changed. From the versions of its sales and shifts, so that it costs what the day has, and by the projector
 * of the board itself. `as-of` each position it is the board that stood there then.
 */
export async function boardReplay(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
): Promise<Pick<Replay, 'cards' | 'moments'>> {
  if (!canExist(companyId) || !isDay(date)) return { cards: [], moments: [] };
  const [sales, shifts] = await Promise.all([
    saleVersions(db, companyId, date),
    shiftVersions(db, companyId, date),
  ]);
  const events = positionsOf([...sales, ...shifts]);
  const first = Math.min(...events);
  if (events.size === 0) return { cards: [], moments: [] };
  const [{ people, campaigns }, ofEvents] = await Promise.all([
    nameVersions(db, companyId, first),
    placesOf(db, companyId, [...events]),
  ]);
  const named = [...people, ...campaigns].map(({ since }) => since).filter((since) => since > first);
  const places = new Map([...ofEvents, ...(await placesOf(db, companyId, named))]);
  const happened: Happened[] = [
    ...saleEvents(sales, places),
    ...shiftEvents(shifts, places),
    ...namesAt(people, campaigns),
  ];
  const steps = happened
    .flatMap((one): BoardStep[] => {
      const place = places.get(one.position);
      // What came between two of these queries is news, not history; names of before need no instant.
      if (!place && one.position >= first) return [];
      return [{ ...one, at: place?.moment ?? '' }];
    })
    .sort((a, b) => a.position - b.position);
  return momentsOfBoard(companyId, date, steps);
}
