import { atom } from 'jotai';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { employeeDefinition } from '../queries/employees.queries.ts';
import { commissionDefinition, ownSalesDefinition } from '../queries/sales.queries.ts';

/** The person as recorded at the moment that the screen shows. */
export const pastSelf = createQuery(employeeDefinition);

/** The person's sales of the date of that moment. */
export const pastSales = createQuery(ownSalesDefinition);

/** The person's commission of all time until then. */
export const pastTotal = createQuery(commissionDefinition);

export const pastSelfAtom = atom((get) => get(pastSelf.replyAtom)?.requestedData.at(-1));

/** The live figures as they were at that moment; undefined until all of them are loaded. */
export const ownPastAtom = atom((get): OwnFigures | undefined => {
  const self = get(pastSelfAtom);
  const sales = get(pastSales.replyAtom)?.requestedData;
  const total = get(pastTotal.replyAtom)?.commission;
  if (!self || !sales || total === undefined) return undefined;
  const closed = sales.filter(({ status }) => status === 'Closed');
  const cents = closed.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  return {
    employeeId: self.id,
    date: self.login_date,
    totalCommission: total,
    todayCommission: cents / 100,
    todaySales: closed.length,
    salesPerHour: self.sales_per_hour,
    shiftDuration: self.shift_duration,
    loginTime: self.login_time,
    timezone: self.timezone,
    startReason: self.start_reason,
    hourlySales: self.hourlysales,
    hourlyDecisions: self.hourlydecisions,
  };
});

/** Why they could not be loaded, for people; null while all is well. */
export const ownPastProblemAtom = atom(
  (get) => get(pastSelf.problemAtom) ?? get(pastSales.problemAtom) ?? get(pastTotal.problemAtom),
);

export const reloadOwnPastAtom = atom(null, async (_get, set) => {
  await Promise.all([pastSelf, pastSales, pastTotal].map(({ reloadAtom }) => set(reloadAtom)));
});

/** Whether the own figures are those of the moment that the screen shows; on a screen of the present always. */
export const ownPastStateAtom = atom((get): 'there' | 'loading' | 'not here' | 'failed' => {
  if (!get(isPastAtom) || get(ownPastAtom)) return 'there';
  if (get(pastSelf.errorAtom) === 'noSuchEmployee') return 'not here';
  return get(ownPastProblemAtom) === null ? 'loading' : 'failed';
});
