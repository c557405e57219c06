import { atom } from 'jotai';
import {
  getStatement,
  getStatements,
  type Statement,
  type StatementSummary,
} from '#contracts/endpoints/pay.endpoints.ts';
import { getPayRules } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { liveOwnFiguresVersionAtom, liveVersionAtom } from '../../live/live.atoms.ts';

/** How the company pays. */
export const rulesQuery = createQuery({
  endpoint: getPayRules,
  ask: (api, _company: null) => api.call(getPayRules, {}),
  tags: () => ['pay'],
});

/** The sums of the statements of an employee, newest first; of the caller when the id is empty. */
export const statementsQuery = createQuery({
  endpoint: getStatements,
  ask: (api, employeeId: string, get) =>
    api.call(getStatements, {
      query: employeeId ? { employeeId } : {},
      since: get(employeeId ? liveVersionAtom : liveOwnFiguresVersionAtom),
    }),
  tags: (employeeId) => ['pay', 'days', daysOf(employeeId)],
});

export type OfStatement = { readonly from: string; readonly employeeId: string };

/** A statement with its lines, of the period that begins on a date. */
export const statementQuery = createQuery({
  endpoint: getStatement,
  ask: (api, { from, employeeId }: OfStatement, get) =>
    api.call(getStatement, {
      params: { from },
      query: employeeId ? { employeeId } : {},
      since: get(employeeId ? liveVersionAtom : liveOwnFiguresVersionAtom),
    }),
  tags: ({ employeeId }) => ['pay', 'days', daysOf(employeeId)],
});

/** Undefined until loaded. */
export const statementAtom = atom(
  (get): Statement | undefined => get(statementQuery.replyAtom)?.requestedData[0],
);

/** The period does not exist, or the employee does not. */
export const statementIsMissingAtom = atom((get) => {
  const error = get(statementQuery.errorAtom);
  return error === 'noSuchPayPeriod' || error === 'noSuchEmployee';
});

/** The present statement of the caller; null while the company has no schedule, undefined until loaded. */
export const presentAtom = atom((get): StatementSummary | null | undefined => {
  const all = get(statementsQuery.replyAtom)?.requestedData;
  return all && (all.find(({ state }) => state === 'open') ?? all[0] ?? null);
});

/** How much of what is paid may be taken back; undefined until loaded. */
export const exposureAtom = atom((get) => get(statementsQuery.replyAtom)?.exposure);
