import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { byStanding } from '#contracts/standing.ts';
import { isBillboardRow, shown } from '#projections/billboard/billboard.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Foresight } from './feed.ts';

type DayRow = ReadModels['read.billboard'];

/**
 * Rows of today as they are folded. They come without names; those are taken from the row as it was read
 * last, so the first row of somebody's day is not foreseen. `now` is UTC ISO-8601.
 */
export function createBillboardForesight(now: () => string): Foresight<'billboard'> {
  /** Folded and not known to be committed, by employee; null: the row goes. */
  const foreseen = new Map<string, { position: number; day: string; row: DayRow | null }>();
  /** As they were last read or previewed. */
  const known = new Map<string, BillboardRow>();
  /** What all viewers have had as a preview. */
  const previewed = new Map<string, { position: number; row: BillboardRow | null }>();

  function remember(id: string, row: BillboardRow | null): void {
    if (row) known.set(id, row);
    else known.delete(id);
  }

  /** undefined: that row cannot be told without reading. */
  function ahead(id: string, day: string, names = known.get(id)): BillboardRow | null | undefined {
    const entry = foreseen.get(id);
    if (entry?.day !== day) return undefined;
    if (entry.row === null) return null;
    return names && shown({ ...entry.row, ...namesOf(names) }, now());
  }

  return {
    learn({ model, position, rows }, day) {
      const keys: string[] = [];
      if (model !== 'billboard') return keys;
      for (const { key, row } of rows) {
        const { employee_id: id = '' } = key;
        if (key.day !== day) continue;
        keys.push(id);
        if (row === null || isBillboardRow(row)) foreseen.set(id, { position, day, row });
        else foreseen.delete(id);
      }
      return keys;
    },
    preview(keys, day) {
      const rows = keys.map((id) => [id, ahead(id, day)] as const);
      if (rows.some(([, row]) => row === undefined)) return null;
      for (const [id, row = null] of rows) {
        remember(id, row);
        previewed.set(id, { position: foreseen.get(id)?.position ?? 0, row });
      }
      return {
        rows: rows.flatMap(([, row]) => row ?? []),
        removed: rows.flatMap(([employeeId, row]) => (row ? [] : { employeeId, date: day })),
      };
    },
    isPreviewOf: (id, position) => previewed.get(id)?.position === position,
    overSnapshot({ date, rows }) {
      const board = new Map(rows.map((row) => [row.employee_id, row]));
      for (const id of foreseen.keys()) {
        const row = ahead(id, date, board.get(id) ?? known.get(id));
        if (row) board.set(id, row);
        if (row === null) board.delete(id);
      }
      known.clear();
      for (const [id, row] of board) known.set(id, row);
      return { date, rows: [...board.values()].sort(byStanding) };
    },
    overChange({ rows, removed }, day) {
      const read = new Map<string, BillboardRow | null>(removed.map(({ employeeId }) => [employeeId, null]));
      for (const row of rows) read.set(row.employee_id, row);
      for (const [id, row] of read) {
        const told = ahead(id, day, row ?? known.get(id));
        const current = told === undefined ? row : told;
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
    admitted: () => previewed.clear(),
    settle(position) {
      for (const [id, entry] of foreseen) if (entry.position <= position) foreseen.delete(id);
    },
    forget() {
      foreseen.clear();
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
