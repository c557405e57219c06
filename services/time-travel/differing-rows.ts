import { COMPARED, type Compared } from '#contracts/endpoints/comparison.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** An employee's row then and today; null when the employee was not on that board. */
export type Pair = {
  readonly employeeId: string;
  readonly past: BillboardRow | null;
  readonly present: BillboardRow | null;
  readonly differing: readonly Compared[];
};

/** The differing rows of two boards, in today's order; removed rows come last. */
export function differingRows(past: readonly BillboardRow[], present: readonly BillboardRow[]): Pair[] {
  const before = new Map(past.map((row) => [row.employee_id, row]));
  const after = new Map(present.map((row) => [row.employee_id, row]));
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((employeeId) => {
      const pair = { past: before.get(employeeId) ?? null, present: after.get(employeeId) ?? null };
      return { employeeId, ...pair, differing: differing(pair) };
    })
    .filter((pair) => pair.differing.length > 0);
}

function differing({ past, present }: Pick<Pair, 'past' | 'present'>): readonly Compared[] {
  return COMPARED.filter((figure) => past?.[figure] !== present?.[figure]);
}
