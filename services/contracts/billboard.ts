import type { BillboardRow } from './endpoints/logs.endpoints.ts';
import type { Replay, ReplayCard, ReplayMoment } from './endpoints/replay.endpoints.ts';
import { salesPerHour } from './shift-hours.ts';

/** One collator, so that the order is the same in every browser and on the server. */
const collator = new Intl.Collator('en');

type Standing = Pick<BillboardRow, 'commission' | 'sales' | 'first_name' | 'last_name' | 'employee_id'>;

/** Most commission first, then most sales, then by name, so that equal rows keep their place. */
export function byBillboardOrder(a: Standing, b: Standing): number {
  return (
    b.commission - a.commission ||
    b.sales - a.sales ||
    collator.compare(`${a.first_name} ${a.last_name}`, `${b.first_name} ${b.last_name}`) ||
    collator.compare(a.employee_id, b.employee_id)
  );
}

type Figures = ReplayMoment['rows'][number];

/** A board between two moments: the figures of each employee. None of them depends on the clock. */
export type ReplayBoard = ReadonlyMap<string, { readonly card: ReplayCard; readonly figures: Figures }>;

/** The boards of a replay: board 0 is empty, board `n` is the state after the n-th moment. */
export function createReplayBoards({ cards, moments }: Pick<Replay, 'cards' | 'moments'>) {
  // Whole boards at regular steps, so that a jump does not start from the first moment.
  const kept = new Map<number, ReplayBoard>();
  let last = { at: 0, board: new Map() as ReplayBoard };
  return (at: number): ReplayBoard => {
    const wanted = Math.max(0, Math.min(at, moments.length));
    if (wanted === last.at) return last.board;
    // All steps up to the last board were passed on the way there.
    const isAhead = wanted > last.at;
    const from = isAhead ? last.at : wanted - (wanted % KEPT_EVERY);
    const board = new Map(isAhead ? last.board : kept.get(from));
    for (let next = from; next < wanted; next++) {
      const { rows, gone } = moments[next] as ReplayMoment;
      for (const employeeId of gone) board.delete(employeeId);
      for (const figures of rows) {
        const card = cards[figures.card];
        if (card) board.set(card.employee_id, { card, figures });
      }
      if ((next + 1) % KEPT_EVERY === 0) kept.set(next + 1, new Map(board));
    }
    last = { at: wanted, board };
    return board;
  };
}

const KEPT_EVERY = 100;

/** The rows of a board as the billboard shows them at `now` (UTC ISO-8601), in billboard order. */
export function boardRows(board: ReplayBoard, date: string, now: string): BillboardRow[] {
  return [...board.values()]
    .map(({ card, figures }) => shown(card, figures, date, now))
    .sort(byBillboardOrder);
}

function shown(card: ReplayCard, { sales, commission }: Figures, date: string, now: string): BillboardRow {
  const { id, employee_id, first_name, last_name, campaign_name, logout_time } = card;
  const { login_time, timezone, current_timezone } = card;
  const setDuration = card.shift_duration === 'N/A' ? null : card.shift_duration;
  const shift = login_time === null ? null : { startedAt: login_time, endedAt: logout_time, setDuration };
  return {
    id,
    employee_id,
    first_name,
    last_name,
    campaign_name,
    login_date: date,
    login_time,
    timezone,
    current_timezone,
    shift_duration: card.shift_duration,
    sales,
    sales_per_hour: salesPerHour(sales, shift, now) ?? 'N/A',
    commission,
  };
}
