import { atom } from 'jotai';
import { getAllSales, getSalesOfDate, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';

/** The date asked for; empty means all sales. */
export const salesDateAtom = atom('');

type SalesList = { sales: readonly Sale[]; date: string; stale: boolean };
const listAtom = atom<SalesList | undefined>(undefined);
export const salesListAtom = atom((get) => get(listAtom));
export const salesProblemAtom = atom<string | null>(null);
const latestQuestionAtom = atom(0);

/** Loads all sales, or those of `date`; a late answer to an earlier question is dropped. */
export const loadSalesAtom = atom(null, async (get, set, date: string) => {
  const question = get(latestQuestionAtom) + 1;
  set(latestQuestionAtom, question);
  const api = get(apiAtom);
  const answer = date
    ? await api.call(getSalesOfDate, { params: { date }, query: {} })
    : await api.call(getAllSales, { query: {} });
  if (get(latestQuestionAtom) !== question) return;
  set(salesProblemAtom, answer.ok ? null : answer.message);
  if (answer.ok) set(listAtom, { sales: answer.reply.requestedData, date, stale: answer.stale });
});

/** The date query: without a date nothing happens. */
export const querySalesAtom = atom(null, async (get, set) => {
  const date = get(salesDateAtom);
  if (date) await set(loadSalesAtom, date);
});

export const showAllSalesAtom = atom(null, async (_get, set) => {
  set(salesDateAtom, '');
  await set(loadSalesAtom, '');
});

/** Dollars: the Closed sales of the list shown, added in whole cents. */
export const totalCommissionAtom = atom((get) => {
  const closed = get(listAtom)?.sales.filter(({ status }) => status === 'Closed') ?? [];
  return closed.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0) / 100;
});
