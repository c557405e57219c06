import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type {
  BillboardSnapshot,
  Change,
  LiveTopic,
  LiveTopics,
  LiveVersion,
  SaleNews,
  Snapshot,
} from '#contracts/live/live-protocol.ts';
import { withSameRows } from '../api/cache/same-rows.ts';

/** The state of one topic in the browser. */
export type Held<T extends LiveTopic> = {
  version: LiveVersion;
  /** The version of its last snapshot. */
  base: LiveVersion;
  data: LiveTopics[T]['snapshot'];
};
export type HeldTopics = { [T in LiveTopic]?: Held<T> };

/** How many sale news are kept. */
const NEWS_KEPT = 50;

/** A snapshot always wins, also over a higher version: the changes after it start from it. */
export function withSnapshot(held: HeldTopics, message: Snapshot): HeldTopics {
  const { topic, version } = message;
  const data = topic === 'billboard' ? boardAfter(held.billboard?.data, message.data) : message.data;
  return { ...held, [topic]: { version, base: version, data } };
}

/** Unchanged rows stay the same objects, so that they are not drawn again. */
function boardAfter(before: BillboardSnapshot | undefined, board: BillboardSnapshot): BillboardSnapshot {
  const { requestedData: rows } = withSameRows(
    { requestedData: before?.rows },
    { requestedData: board.rows },
  );
  return { ...board, rows };
}

/**
 * `gap`: a change was missed and a new snapshot is needed; until it arrives the held state stays on the screen. A change
 * may lead to the version that it starts from, when only the clock changed a figure.
 */
export function withChange(held: HeldTopics, message: Change): HeldTopics | 'gap' {
  const before = held[message.topic];
  if (!before) return 'gap';
  if (message.from !== before.version) return message.version <= before.version ? held : 'gap';
  const { base } = before;
  return { ...held, [message.topic]: { version: message.version, base, data: changed(held, message) } };
}

function changed(held: HeldTopics, message: Change): LiveTopics[LiveTopic]['snapshot'] {
  switch (message.topic) {
    case 'billboard':
      return billboardWith(held.billboard?.data ?? { date: '', rows: [] }, message.data);
    case 'own figures':
      return message.data;
    case 'sale news':
      return newsWith(held['sale news']?.data ?? [], message.data);
    case 'catalogue':
      return withOneMoreOf(message.data, held.catalogue?.data);
    case 'days':
      return withOneMoreOf(message.data, held.days?.data);
  }
}

function withOneMoreOf<Key extends string>(
  changed: readonly Key[],
  counts: { readonly [K in Key]?: number } = {},
): { [K in Key]: number } {
  const more = changed.map((key) => [key, (counts[key] ?? 0) + 1]);
  return { ...counts, ...Object.fromEntries(more) };
}

/** The newest last; news of a sale replaces what was held of it. */
function newsWith(held: readonly SaleNews[], news: readonly SaleNews[]): SaleNews[] {
  const told = new Set(news.map(({ saleId }) => saleId));
  return [...held.filter(({ saleId }) => !told.has(saleId)), ...news].slice(-NEWS_KEPT);
}

/** Unchanged rows stay the same objects, so that they are not drawn again. */
function billboardWith(board: BillboardSnapshot, change: Change<'billboard'>['data']): BillboardSnapshot {
  const { requestedData: changed } = withSameRows(
    { requestedData: board.rows },
    { requestedData: change.rows },
  );
  const touched = new Map<string, BillboardRow>(changed.map((row) => [row.employee_id, row]));
  const gone = new Set(change.removed.map((row) => row.employeeId));
  const kept = board.rows.filter((row) => !gone.has(row.employee_id));
  const rows = kept.map((row) => touched.get(row.employee_id) ?? row);
  const known = new Set(kept.map((row) => row.employee_id));
  for (const [employeeId, row] of touched) if (!known.has(employeeId)) rows.push(row);
  return { ...board, rows };
}
