import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';

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
export type Queue = { shown: Celebration | null; waiting: readonly Celebration[] };

export const emptyQueue: Queue = { shown: null, waiting: [] };

/** The longest queue: later sales are celebrated together, so that the band is never far behind. */
const MOST_WAITING = 3;

/** The closed sales between two boards of the same day, by employee. A board of another day starts anew. */
export function closedBetween(before: BillboardSnapshot, after: BillboardSnapshot): Celebration[] {
  if (before.date !== after.date) return [];
  const rows = new Map(before.rows.map((row) => [row.employee_id, row]));
  return after.rows.flatMap((row) => {
    const earlier = rows.get(row.employee_id);
    return row === earlier ? [] : closedBy(row, earlier);
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
