import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';

/** What was closed: by somebody, or by so many that there is no time for each. Commission in dollars. */
export type Celebration =
  | {
      kind: 'person';
      employeeId: string;
      firstName: string;
      lastName: string;
      sales: number;
      commission: number;
      /** Closed sales of the person today. */
      today: number;
    }
  | { kind: 'crowd'; sales: number; commission: number };

/** `shown` is in the band, the others wait for their turn. */
export type Queue = { shown: Celebration | null; waiting: readonly Celebration[] };

export const emptyQueue: Queue = { shown: null, waiting: [] };

/** Nobody celebrates what is long past: more than so many turns ahead are told together. */
const MOST_WAITING = 3;

/** Who closed how much between two boards of one day. A board of another day is a new beginning. */
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

/** Behind those who wait; whoever waits already gets one turn for all, and the last turn is for all the others. */
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
  return queue.shown ? { ...queue, waiting: single } : nextTurn({ shown: null, waiting: single });
}

/** The turn of the one in the band is over. */
export function nextTurn({ waiting }: Queue): Queue {
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

/** Sums of cents that were written as dollars. */
function dollars(sum: number): number {
  return Math.round(sum * 100) / 100;
}
