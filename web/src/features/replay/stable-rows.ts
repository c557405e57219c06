import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** Returns the former object for each row with equal values, so that it is not drawn again. */
export function createStableRows() {
  const known = new Map<string, BillboardRow>();
  return (rows: readonly BillboardRow[]): BillboardRow[] =>
    rows.map((row) => {
      const before = known.get(row.employee_id);
      if (before && saysTheSame(before, row)) return before;
      known.set(row.employee_id, row);
      return row;
    });
}

function saysTheSame(one: BillboardRow, other: BillboardRow): boolean {
  return (Object.keys(other) as (keyof BillboardRow)[]).every((key) => one[key] === other[key]);
}
