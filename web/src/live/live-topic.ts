import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type {
  BillboardSnapshot,
  Change,
  LiveTopic,
  LiveTopics,
  LiveVersion,
  Snapshot,
} from '#contracts/live/live-protocol.ts';

/** What a browser holds of one topic. */
export type Held<T extends LiveTopic> = {
  version: LiveVersion;
  /** The version of its last snapshot. */
  base: LiveVersion;
  data: LiveTopics[T]['snapshot'];
};
export type HeldTopics = { [T in LiveTopic]?: Held<T> };

/** How many pieces of news the manager view keeps. */
const NEWS_KEPT = 50;

/** A snapshot always wins, also over a higher version: the changes that follow it lead from it. */
export function withSnapshot(held: HeldTopics, message: Snapshot): HeldTopics {
  return {
    ...held,
    [message.topic]: { version: message.version, base: message.version, data: message.data },
  };
}

/**
 * `gap`: something was missed and the topic must be asked for again; what is held stays on show until then. A
 * change may lead to the version it came from, when only the clock moved a figure.
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
      return [...(held['sale news']?.data ?? []), ...message.data].slice(-NEWS_KEPT);
  }
}

/**
 * Rows are one per person and local date; those of another date belong to somebody else's today and are not
 * on this board. Rows that did not change stay the same objects, so that nothing is drawn for them.
 */
function billboardWith(board: BillboardSnapshot, change: Change<'billboard'>['data']): BillboardSnapshot {
  const touched = new Map<string, BillboardRow>();
  for (const row of change.rows) if (row.login_date === board.date) touched.set(row.employee_id, row);
  const gone = new Set(change.removed.filter(({ date }) => date === board.date).map((row) => row.employeeId));
  const kept = board.rows.filter((row) => !gone.has(row.employee_id));
  const rows = kept.map((row) => touched.get(row.employee_id) ?? row);
  const known = new Set(kept.map((row) => row.employee_id));
  for (const [employeeId, row] of touched) if (!known.has(employeeId)) rows.push(row);
  return { ...board, rows };
}
