import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** Rows that say what they said before are given back as the objects they were: they are not drawn again. */
export function createSteadyRows() {
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
