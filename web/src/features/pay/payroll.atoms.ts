import { atom } from 'jotai';
import {
  approveStatements,
  getPayroll,
  lockPayroll,
  type PayrollRow,
  returnStatement,
} from '#contracts/endpoints/pay.endpoints.ts';
import { type PayPeriod, periodsUntil } from '#contracts/pay/pay-periods.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { liveVersionAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert, pendingAlert, successAlert } from '../../ui/alert.ts';
import { rulesQuery } from './pay.atoms.ts';
import { statementsText } from './pay-words.ts';

/** The statements of all people for the period that begins on a date. */
export const payrollQuery = createQuery({
  endpoint: getPayroll,
  ask: (api, from: string, get) => api.call(getPayroll, { params: { from }, since: get(liveVersionAtom) }),
  tags: (_from, reply) => [
    ...(['pay', 'days', 'employees'] as const),
    ...(reply?.requestedData ?? []).map(({ employee_id }) => daysOf(employee_id)),
  ],
});

/** The periods so far, oldest first, then the first one where it is still to come; undefined until loaded. */
export const periodsAtom = atom((get): readonly PayPeriod[] | undefined => {
  const rules = get(rulesQuery.replyAtom);
  if (!rules) return undefined;
  const schedules = rules.schedules.map(({ rhythm, first_day, time_zone }) => ({
    ...{ rhythm, firstDay: first_day, timeZone: time_zone },
  }));
  const [first] = schedules;
  return first ? periodsUntil(schedules, rules.period?.from ?? first.firstDay) : [];
});

export type PeriodChoice = {
  readonly period: PayPeriod;
  readonly previous: PayPeriod | undefined;
  readonly next: PayPeriod | undefined;
};

/** The first day of the period that payroll opens with: the one to pay next, else the present one. */
export const openingAtom = atom(
  (get) => get(rulesQuery.replyAtom)?.to_pay?.from ?? get(periodsAtom)?.at(-1)?.from,
);

/** The period that begins on a date; null: there is none. */
export const choiceAtom = atom((get) => (from: string): PeriodChoice | null => {
  const periods = get(periodsAtom) ?? [];
  const at = periods.findIndex((each) => each.from === from);
  const period = periods[at];
  return period ? { period, previous: periods[at - 1], next: periods[at + 1] } : null;
});

export type PayrollTotals = {
  /** Of the whole: paid when no statement with lines is left. */
  readonly state: 'open' | 'in review' | 'paid';
  /** People with at least one line. */
  readonly people: number;
  /** Dollars, added in whole cents. */
  readonly payable: number;
  readonly isOver: boolean;
  readonly inReview: number;
  readonly approved: number;
  readonly approvedPayable: number;
  readonly paid: number;
};

/** A statement without lines needs no decision. */
export const hasLines = ({ lines }: PayrollRow): boolean => lines > 0;

export function totalsOf(rows: readonly PayrollRow[]): PayrollTotals {
  const withLines = rows.filter(hasLines);
  const approved = withLines.filter(({ state }) => state === 'approved');
  const inReview = withLines.filter(({ state }) => state === 'in review').length;
  const isOver = rows.length > 0 && rows.every(({ state }) => state !== 'open');
  const isPaid = withLines.length > 0 && inReview === 0 && approved.length === 0;
  return {
    state: !isOver ? 'open' : isPaid ? 'paid' : 'in review',
    people: withLines.length,
    payable: payableOf(withLines),
    isOver,
    inReview,
    approved: approved.length,
    approvedPayable: payableOf(approved),
    paid: withLines.filter(({ state }) => state === 'paid').length,
  };
}

function payableOf(rows: readonly PayrollRow[]): number {
  return rows.reduce((cents, { payable }) => cents + Math.round(payable * 100), 0) / 100;
}

/** The name of an employee of the payroll, by id. */
export const nameIn = (rows: readonly PayrollRow[]) => (id: string) =>
  rows.find(({ employee_id }) => employee_id === id)?.name ?? 'A former employee';

export type Decision =
  | {
      readonly to: 'approve';
      readonly employeeId?: string;
      /** As they are on the screen. */
      readonly seen: readonly Pick<PayrollRow, 'employee_id' | 'version'>[];
    }
  | { readonly to: 'lock'; readonly employeeId?: string }
  | { readonly to: 'return'; readonly employeeId: string; readonly reason: string };

type Decided = Answer<typeof approveStatements>;

/** Decisions on the statements of a period; made for the screen that shows its messages. */
export function createDecisions() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  /** True when nothing was refused. `nameOf`: of an employee. */
  const decideAtom = atom(
    null,
    async (get, set, from: string, decision: Decision, nameOf: (id: string) => string): Promise<boolean> => {
      if (get(busyAtom)) return false;
      set(busyAtom, true);
      set(alertAtom, noAlert);
      const answer = await send(get(apiAtom), from, decision);
      set(busyAtom, false);
      set(alertAtom, alertOf(answer, decision, nameOf));
      return answer.ok && answer.reply.refused.length === 0;
    },
  );
  return { alertAtom, busyAtom, decideAtom };
}

export type Decisions = ReturnType<typeof createDecisions>;

function send(api: ApiClient, from: string, decision: Decision): Promise<Decided> {
  const params = { from };
  const { employeeId } = decision;
  if (decision.to === 'return') {
    const body = { employeeId: decision.employeeId, reason: decision.reason };
    return api.call(returnStatement, { params, body });
  }
  const query = employeeId === undefined ? {} : { employeeId };
  return decision.to === 'approve'
    ? api.call(approveStatements, { params, query, body: { versions: versionsOf(decision.seen) } })
    : api.call(lockPayroll, { params, query });
}

function versionsOf(seen: readonly Pick<PayrollRow, 'employee_id' | 'version'>[]): string {
  return `${new URLSearchParams(seen.map((row) => [row.employee_id, row.version]))}`;
}

const DONE = { approve: 'approved', lock: 'locked and paid', return: 'returned to review' } as const;
const REFUSED = { approve: 'Not approved', lock: 'Not paid', return: 'Not returned' } as const;

const MOST_NAMED = 10;

/** Names each refused statement with its reason; of many the first ten. */
function alertOf(answer: Decided, { to }: Decision, nameOf: (id: string) => string): Alert {
  if (!answer.ok) return { ...errorAlert(answer.message), title: REFUSED[to] };
  const { done, refused } = answer.reply;
  const named = refused.slice(0, MOST_NAMED);
  const reasons = named.map(({ employee_id, message }) => `${nameOf(employee_id)}: ${message}`);
  const more = refused.length - named.length;
  if (more > 0) reasons.push(`and ${statementsText(more)} more`);
  const news = `${statementsText(done.length)} ${DONE[to]}`;
  if (refused.length === 0) return successAlert(news);
  if (done.length === 0) return { ...errorAlert(...reasons), title: REFUSED[to] };
  return pendingAlert(news, ...new Set(reasons.map((reason) => `${REFUSED[to]}: ${reason}`)));
}
