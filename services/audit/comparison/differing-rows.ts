import { COMPARED, type Compared } from '#contracts/endpoints/comparison.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** Somebody's row then and today; null where he was not on the board. */
export type Pair = {
  readonly employeeId: string;
  readonly past: BillboardRow | null;
  readonly present: BillboardRow | null;
  readonly differing: readonly Compared[];
};

/** The rows of two boards that are not the same, in the order of today's, those that are gone behind them. */
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
