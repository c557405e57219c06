import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';

type Figures = Pick<ShiftLogRow, 'shift_duration' | 'sales_per_hour'>;

/** One change of a shift: `of` is the row before, `shown` the row after it. */
export type EditedShift = { of: ShiftLogRow; shown: ShiftLogRow; pending: boolean };

/** By the id of the shift. */
export type EditedShifts = ReadonlyMap<string, EditedShift>;

/** The row as shown. A row that was loaded after the change is newer, unless the change is still being saved. */
export function withEdit(row: ShiftLogRow, edited: EditedShifts): ShiftLogRow {
  const edit = edited.get(row.id);
  return edit && (edit.pending || edit.of === row) ? edit.shown : row;
}

export function editedWith(
  edited: EditedShifts,
  row: ShiftLogRow,
  figures: Partial<Figures>,
  pending: boolean,
): EditedShifts {
  return new Map(edited).set(row.id, { of: row, shown: { ...row, ...figures }, pending });
}

/** Undoes the last change of that row. */
export function editedBack(
  edited: EditedShifts,
  { id }: ShiftLogRow,
  before: EditedShift | undefined,
): EditedShifts {
  const others = [...edited].filter(([key]) => key !== id);
  return new Map(before ? [...others, [id, before]] : others);
}
