import { atom } from 'jotai';
import { getAllSales, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';

/** The own sales of a date (`yyyy-mm-dd`); of all dates when it is empty. */
export const mySalesResource = createResource({
  ask: (api, date: string) =>
    date ? api.call(getSalesOfDate, { params: { date }, query: {} }) : api.call(getAllSales, { query: {} }),
});

/** Dollars: the Closed sales of the list shown, added in whole cents. */
export const totalCommissionAtom = atom((get) => {
  const sales = get(mySalesResource.replyAtom)?.requestedData ?? [];
  const closed = sales.filter(({ status }) => status === 'Closed');
  return closed.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0) / 100;
});
