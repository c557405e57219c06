import { byBillboardOrder } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { LiveTopic, LiveTopics } from '#contracts/live/live-protocol.ts';
import type { UncommittedBatch } from '#platform/live/live-bus.port.ts';
import { isEmployeeDay, toBillboardRow } from '#projections/employee-days/billboard.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';

/**
 * Rows of a channel that are folded and perhaps not committed yet (ADR 0014). The channel shows them without a read,
 * and lays them over whatever it reads, so that no read that came too early turns a row back.
 */
export type UncommittedRows<Topic extends LiveTopic = LiveTopic> = {
  /** Keeps the rows of the date that is shown, and returns their keys. */
  learn(batch: UncommittedBatch, shownDate: string): readonly string[];
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
};

type DayRow = ReadModels['read.employee_days'];

/**
 * Uncommitted rows of a billboard. They come without names, which are taken from the row as it was read last; so the
 * first row of an employee's day waits for its commit. `now` is UTC ISO-8601.
 */
export function uncommittedBillboardRows(now: () => string): UncommittedRows<'billboard'> {
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

  /** undefined: that row cannot be shown without a read. */
  function uncommittedRow(id: string, day: string, names = known.get(id)): BillboardRow | null | undefined {
    const entry = uncommitted.get(id);
    if (entry?.day !== day) return undefined;
    if (entry.row === null) return null;
    return names && toBillboardRow({ ...entry.row, ...namesOf(names) }, now());
  }

  return {
    learn({ model, position, rows }, day) {
      const keys: string[] = [];
      if (model !== 'employee-days') return keys;
      for (const { key, row } of rows) {
        const { employee_id: id = '' } = key;
        if (key.day !== day) continue;
        keys.push(id);
        if (row === null || isEmployeeDay(row)) uncommitted.set(id, { position, day, row });
        else uncommitted.delete(id);
      }
      return keys;
    },
    preview(keys, day) {
      const rows = keys.map((id) => [id, uncommittedRow(id, day)] as const);
      if (rows.some(([, row]) => row === undefined)) return null;
      for (const [id, row = null] of rows) {
        remember(id, row);
        previewed.set(id, { position: uncommitted.get(id)?.position ?? 0, row });
      }
      return {
        rows: rows.flatMap(([, row]) => row ?? []),
        removed: rows.flatMap(([employeeId, row]) => (row ? [] : { employeeId, date: day })),
      };
    },
    isPreviewOf: (id, position) => previewed.get(id)?.position === position,
    overSnapshot({ date, rows }) {
      const board = new Map(rows.map((row) => [row.employee_id, row]));
      for (const id of uncommitted.keys()) {
        const row = uncommittedRow(id, date, board.get(id));
        if (row) board.set(id, row);
        if (row === null) board.delete(id);
      }
      known.clear();
      for (const [id, row] of board) known.set(id, row);
      return { date, rows: [...board.values()].sort(byBillboardOrder) };
    },
    overChange({ rows, removed }, day) {
      const read = new Map<string, BillboardRow | null>(removed.map(({ employeeId }) => [employeeId, null]));
      for (const row of rows) read.set(row.employee_id, row);
      for (const [id, row] of read) {
        const newer = uncommittedRow(id, day, row ?? undefined);
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
        removed: [...read].flatMap(([employeeId, row]) => (row ? [] : { employeeId, date: day })),
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
  };
}

function namesOf({ first_name, last_name, campaign_name }: BillboardRow) {
  return { first_name, last_name, campaign_name };
}

function isSame(one: BillboardRow | null, other: BillboardRow | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
