import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';

type Figures = Pick<ShiftLogRow, 'shift_duration' | 'sales_per_hour'>;

/** One change of a shift: `of` is the row it was made on, `shown` the row with it. */
export type EditedShift = { of: ShiftLogRow; shown: ShiftLogRow; pending: boolean };

/** By the id of the shift. */
export type EditedShifts = ReadonlyMap<string, EditedShift>;

/** The row as it is shown. A row that was fetched after the change is newer, unless the change is on its way. */
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

/** As it was before the last change of that row. */
export function editedBack(
  edited: EditedShifts,
  { id }: ShiftLogRow,
  before: EditedShift | undefined,
): EditedShifts {
  const others = [...edited].filter(([key]) => key !== id);
  return new Map(before ? [...others, [id, before]] : others);
}
