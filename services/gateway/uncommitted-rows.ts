import { byBillboardOrder } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LiveTopic, LiveTopics } from '#contracts/live/live-protocol.ts';
import { localDate } from '#contracts/local-date.ts';
import type { UncommittedBatch } from '#platform/live/live-bus.port.ts';
import { isEmployeeDay, toBillboardRow } from '#projections/employee-days/billboard.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';

/**
 * Rows of a channel that are folded and perhaps not committed yet (ADR 0014). The channel shows them without a read,
 * and lays them over whatever it reads, so that no read that came too early turns a row back.
 */
export type UncommittedRows<Topic extends LiveTopic = LiveTopic> = {
  /** Keeps the rows that will be shown, and returns their keys. */
  learn(batch: UncommittedBatch): readonly string[];
  /** The rows of these keys as they will be; null if one of them cannot be shown without a read. */
  preview(keys: readonly string[], shownDate: string): LiveTopics[Topic]['change'] | null;
  /** Whether the last preview of this row is what was committed at that position. */
  isPreviewOf(key: string, position: number): boolean;
  /** What was read, with the uncommitted rows in place of older ones. */
  overSnapshot(read: LiveTopics[Topic]['snapshot']): LiveTopics[Topic]['snapshot'];
  /** The same, without the rows that all viewers have had as a preview; null if nothing is left. */
  overChange(read: LiveTopics[Topic]['change'], shownDate: string): LiveTopics[Topic]['change'] | null;
  /** A new viewer has had none of the previews. */
  viewerJoined(): void;
  /** Reads that begin from now on see everything up to `position`. */
  forgetUpTo(position: number): void;
  /** The rows may never be committed: from now on only reads count. */
  forget(): void;
  /** Whether a row was shown last whose date has ended since. */
  hasEndedRow(): boolean;
};

type DayRow = ReadModels['read.employee_days'];

/**
 * Uncommitted rows of a billboard. They come without names, which are taken from the row as it was read last; so the
 * first row of an employee's day waits for its commit. `now` is UTC ISO-8601.
 */
export function uncommittedBillboardRows(
  now: () => string,
  viewersTimeZone: string,
): UncommittedRows<'billboard'> {
  /** Folded and not known to be committed, by employee; null: the row will be gone. */
  const uncommitted = new Map<string, { position: number; day: string; row: DayRow | null }>();
  /** As last read or previewed. */
  const known = new Map<string, BillboardRow>();
  /** What all viewers have had as a preview. */
  const previewed = new Map<string, { position: number; row: BillboardRow | null }>();

  function remember(id: string, row: BillboardRow | null): void {
    if (row) known.set(id, row);
    else known.delete(id);
  }

  const isToday = (day: string, timeZone: string | null) =>
    day === localDate(now(), timeZone ?? viewersTimeZone);

  /** Whether the row belongs on the board, in place of the known row of its employee. */
  function willShow(id: string, day: string, row: DayRow | null): boolean {
    const current = known.get(id)?.login_date ?? uncommitted.get(id)?.day;
    if (row === null || current !== undefined) return current === day;
    return isToday(day, row.time_zone);
  }

  /** Whether another day of the employee may take the place of this one (`shownOfEach`): only a read knows it. */
  function mayGiveWay(id: string): boolean {
    const { row = null } = uncommitted.get(id) ?? {};
    return row !== null && (row.ended_at !== null || (row.closed_sales === 0 && known.get(id)?.sales !== 0));
  }

  /** undefined: that row cannot be shown without a read. */
  function uncommittedRow(id: string, shown = known.get(id)): BillboardRow | null | undefined {
    const entry = uncommitted.get(id);
    if (!entry || (shown && shown.login_date !== entry.day)) return undefined;
    if (entry.row === null) return null;
    if (!shown || !isToday(entry.day, entry.row.time_zone)) return undefined;
    return toBillboardRow({ ...entry.row, ...namesOf(shown) }, now());
  }

  return {
    learn({ model, position, rows }) {
      const keys: string[] = [];
      if (model !== 'employee-days') return keys;
      for (const { key, row } of rows) {
        const { employee_id: id = '', day = '' } = key;
        const isReadable = row === null || isEmployeeDay(row);
        if (isReadable && !willShow(id, day, row)) continue;
        keys.push(id);
        if (isReadable) uncommitted.set(id, { position, day, row });
        else uncommitted.delete(id);
      }
      return keys;
    },
    preview(keys, date) {
      const rows = keys.map((id) => [id, uncommittedRow(id)] as const);
      if (rows.some(([, row]) => row === undefined) || keys.some(mayGiveWay)) return null;
      for (const [id, row = null] of rows) {
        remember(id, row);
        previewed.set(id, { position: uncommitted.get(id)?.position ?? 0, row });
      }
      return {
        rows: rows.flatMap(([, row]) => row ?? []),
        removed: rows.flatMap(([employeeId, row]) => (row ? [] : { employeeId, date })),
      };
    },
    isPreviewOf: (id, position) => previewed.get(id)?.position === position,
    overSnapshot({ date, rows }) {
      const board = new Map(rows.map((row) => [row.employee_id, row]));
      for (const id of uncommitted.keys()) {
        const row = uncommittedRow(id, board.get(id));
        if (row) board.set(id, row);
        if (row === null) board.delete(id);
      }
      known.clear();
      for (const [id, row] of board) known.set(id, row);
      return { date, rows: [...board.values()].sort(byBillboardOrder) };
    },
    overChange({ rows, removed }, date) {
      const read = new Map<string, BillboardRow | null>(removed.map(({ employeeId }) => [employeeId, null]));
      for (const row of rows) read.set(row.employee_id, row);
      for (const [id, row] of read) {
        const newer = uncommittedRow(id, row ?? undefined);
        const current = newer === undefined ? row : newer;
        remember(id, current);
        const before = previewed.get(id);
        if (before && isSame(before.row, current)) {
          read.delete(id);
        } else {
          previewed.delete(id);
          read.set(id, current);
        }
      }
      if (read.size === 0) return null;
      return {
        rows: [...read.values()].flatMap((row) => row ?? []),
        removed: [...read].flatMap(([employeeId, row]) => (row ? [] : { employeeId, date })),
      };
    },
    viewerJoined: () => previewed.clear(),
    forgetUpTo(position) {
      for (const [id, entry] of uncommitted) if (entry.position <= position) uncommitted.delete(id);
    },
    forget() {
      uncommitted.clear();
      previewed.clear();
    },
    // A row without a zone leaves with the viewer's date.
    hasEndedRow: () =>
      [...known.values()].some(
        (row) => row.current_timezone && !isToday(row.login_date, row.current_timezone),
      ),
  };
}

function namesOf({ first_name, last_name, campaign_name }: BillboardRow) {
  return { first_name, last_name, campaign_name };
}

function isSame(one: BillboardRow | null, other: BillboardRow | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
