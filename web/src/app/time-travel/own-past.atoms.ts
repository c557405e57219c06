import { atom } from 'jotai';
import { getEmployeeById } from '#contracts/endpoints/employees.endpoints.ts';
import { getCommission, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { todayAtom } from '../clock.atoms.ts';

/** The person as the company knew him at the instant that the screen shows. */
export const pastSelf = createResource({
  ask: (api, id: string) => api.call(getEmployeeById, { params: { id } }),
});

/** His sales of the date that was today then. */
export const pastSales = createResource({
  ask: (api, date: string) => api.call(getSalesOfDate, { params: { date }, query: {} }),
});

/** His commission of all time until then. */
export const pastTotal = createResource({
  ask: (api, id: string) => api.call(getCommission, { params: { id }, query: {} }),
});

export const pastSelfAtom = atom((get) => get(pastSelf.replyAtom)?.requestedData.at(-1));

/** What live tells of now, as of then; undefined until all of it is known. */
export const ownPastAtom = atom((get): OwnFigures | undefined => {
  const self = get(pastSelfAtom);
  const sales = get(pastSales.replyAtom)?.requestedData;
  const total = get(pastTotal.replyAtom)?.commission;
  if (!self || !sales || total === undefined) return undefined;
  const closed = sales.filter(({ status }) => status === 'Closed');
  const cents = closed.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  return {
    employeeId: self.id,
    date: get(todayAtom),
    totalCommission: total,
    todayCommission: cents / 100,
    todaySales: closed.length,
    salesPerHour: self.sales_per_hour,
    shiftDuration: self.shift_duration,
    loginTime: self.login_time,
    hourlySales: self.hourlysales,
    hourlyDecisions: self.hourlydecisions,
  };
});

/** Why there are none, for people; null while all is well. */
export const ownPastProblemAtom = atom(
  (get) => get(pastSelf.problemAtom) ?? get(pastSales.problemAtom) ?? get(pastTotal.problemAtom),
);

/** Whether what the person watches of himself is that of the moment that the screen shows; now it always is. */
export const ownPastStateAtom = atom((get): 'there' | 'loading' | 'not here' | 'failed' => {
  if (!get(isPastAtom) || get(ownPastAtom)) return 'there';
  if (get(pastSelf.errorAtom) === 'noSuchEmployee') return 'not here';
  return get(ownPastProblemAtom) === null ? 'loading' : 'failed';
});
