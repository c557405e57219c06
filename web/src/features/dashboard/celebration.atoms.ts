import { atom } from 'jotai';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import { liveSaleNewsAtom } from '../../live/live.atoms.ts';

/** Closed sales to celebrate: of one employee, or of many together. Commission in dollars. */
export type Celebration =
  | {
      kind: 'person';
      employeeId: string;
      firstName: string;
      lastName: string;
      sales: number;
      commission: number;
      /** The employee's closed sales of today. */
      today: number;
    }
  | { kind: 'crowd'; sales: number; commission: number };

/** `shown` is in the band; the others wait. */
type Queue = { shown: Celebration | null; waiting: readonly Celebration[] };

export const emptyQueue: Queue = { shown: null, waiting: [] };

/** The longest queue: later sales are celebrated together, so that the band is never far behind. */
const MOST_WAITING = 3;

/**
 * The closed sales between two boards of the same day, by employee. A board or a row of another day starts anew; back on
 * an earlier day its sales were shown before.
 */
export function closedBetween(before: BillboardSnapshot, after: BillboardSnapshot): Celebration[] {
  if (before.date !== after.date) return [];
  const rows = new Map(before.rows.map((row) => [row.employee_id, row]));
  return after.rows.flatMap((row) => {
    const earlier = rows.get(row.employee_id);
    if (row === earlier || (earlier && earlier.login_date > row.login_date)) return [];
    return closedBy(row, earlier?.login_date === row.login_date ? earlier : undefined);
  });
}

function closedBy(row: BillboardRow, earlier: BillboardRow | undefined): Celebration[] {
  const sales = row.sales - (earlier?.sales ?? 0);
  if (sales <= 0) return [];
  const commission = Math.max(0, dollars(row.commission - (earlier?.commission ?? 0)));
  const { employee_id: employeeId, first_name: firstName, last_name: lastName, sales: today } = row;
  return [{ kind: 'person', employeeId, firstName, lastName, sales, commission, today }];
}

/** Appends to the queue: an employee who waits already is merged, and the last place sums up all others. */
export function queued(queue: Queue, news: readonly Celebration[]): Queue {
  let waiting = [...queue.waiting];
  for (const one of news) {
    const own = waiting.findIndex((other) => isOfSame(one, other));
    if (own >= 0) waiting = waiting.with(own, together(waiting[own], one));
    else waiting.push(one);
  }
  const single = waiting.slice(0, waiting.length > MOST_WAITING ? MOST_WAITING - 1 : MOST_WAITING);
  const rest = waiting.slice(single.length);
  if (rest.length > 0) single.push(crowd(rest));
  return queue.shown ? { ...queue, waiting: single } : nextCelebration({ shown: null, waiting: single });
}

/** The celebration in the band is over. */
export function nextCelebration({ waiting }: Queue): Queue {
  const [shown = null, ...rest] = waiting;
  return { shown, waiting: rest };
}

function isOfSame(one: Celebration, other: Celebration): boolean {
  return one.kind === 'person' && other.kind === 'person' && one.employeeId === other.employeeId;
}

function together(earlier: Celebration | undefined, later: Celebration): Celebration {
  if (!earlier) return later;
  const { sales, commission } = crowd([earlier, later]);
  return { ...later, sales, commission };
}

function crowd(all: readonly Celebration[]): Celebration {
  return {
    kind: 'crowd',
    sales: all.reduce((sum, { sales }) => sum + sales, 0),
    commission: dollars(all.reduce((sum, { commission }) => sum + commission, 0)),
  };
}

/** Adds amounts in dollars by their cents. */
function dollars(sum: number): number {
  return Math.round(sum * 100) / 100;
}

const SHOWN_MS = 4000;

const queueAtom = atom(emptyQueue);
const lastBoardAtom = atom<BillboardSnapshot | null>(null);
const timerAtom = atom<ReturnType<typeof setTimeout> | null>(null);

/** The celebration in the band. */
export const celebrationAtom = atom((get): Celebration | null => get(queueAtom).shown);

const turnAtom = atom(null, (get, set): void => {
  set(queueAtom, nextCelebration(get(queueAtom)));
  set(timerAtom, null);
});

/** The band is drawn: its four seconds begin, unless they have begun. */
export const beginNextCelebrationAtom = atom(null, (get, set, seen: Celebration): void => {
  if (get(timerAtom) !== null || get(celebrationAtom) !== seen) return;
  set(
    timerAtom,
    setTimeout(() => set(turnAtom), SHOWN_MS),
  );
});

/** Compares the board with the one before and celebrates new closed sales. The first board is no news. */
export const noticeBoardAtom = atom(null, (get, set, board: BillboardSnapshot): void => {
  const before = get(lastBoardAtom);
  set(lastBoardAtom, board);
  const news = before ? closedBetween(before, board) : [];
  if (news.length === 0) return;
  set(queueAtom, queued(get(queueAtom), news));
});

/** The wall is left. */
export const stopCelebratingAtom = atom(null, (get, set): void => {
  clearTimeout(get(timerAtom) ?? undefined);
  set(timerAtom, null);
  set(queueAtom, emptyQueue);
  set(lastBoardAtom, null);
});

export type SoldDetails = { campaignName: string; price: string };

/** For managers: the sale in the band; null for others, and for several sales at once. */
export const soldDetailsAtom = atom((get): SoldDetails | null => {
  const shown = get(celebrationAtom);
  if (shown?.kind !== 'person' || shown.sales !== 1) return null;
  const sale = get(liveSaleNewsAtom)?.findLast(
    (news) =>
      news.status === 'Closed' &&
      news.kind !== 'deleted' &&
      news.employeeId === shown.employeeId &&
      Math.abs(news.commission - shown.commission) < 0.005,
  );
  return sale ? { campaignName: sale.campaignName, price: sale.price } : null;
});
