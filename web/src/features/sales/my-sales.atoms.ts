import { atom } from 'jotai';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { ownCommissionDefinition, ownSalesDefinition } from '../../kit/queries/sales.queries.ts';

export const mySalesQuery = createQuery(ownSalesDefinition);

/** The commission of all Closed sales, for a list that leaves some out. */
export const wholeTotalQuery = createQuery(ownCommissionDefinition);

/** In dollars: the Closed sales of a complete list, added in whole cents. */
export const totalCommissionAtom = atom((get) => {
  const sales = get(mySalesQuery.replyAtom)?.requestedData ?? [];
  const closed = sales.filter(({ status }) => status === 'Closed');
  return closed.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0) / 100;
});
