import { atom } from 'jotai';
import { byBillboardOrder } from '#contracts/billboard.ts';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { getAllSales, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import type { QueryDefinition } from '../../api/cache/query.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { nowAtom, todayAtom } from '../../kit/clock.atoms.ts';
import { billboardAtom, ownPlaceAtom } from '../../kit/numbers/billboard.atoms.ts';
import { shareOf } from '../../kit/numbers/goal-share.ts';
import { type Goal, goalAtom } from '../../kit/numbers/hourly-goal.atoms.ts';
import {
  commissionAtom,
  ownFiguresAtom,
  ownStartAtom,
  salesPerHourAtom,
} from '../../kit/numbers/own-figures.atoms.ts';
import { rateWith } from '../../kit/numbers/rate-with.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { liveOwnFiguresVersionAtom } from '../../live/live.atoms.ts';

type OfStatus = { readonly status: string };

/** The own sales of all dates with a status, newest first. */
const openDefinition: QueryDefinition<OfStatus, typeof getAllSales> = {
  endpoint: getAllSales,
  ask: (api, { status }, get) =>
    api.call(getAllSales, { query: { status }, since: get(liveOwnFiguresVersionAtom) }),
  tags: () => ['days', daysOf('')],
};
export const leadsQuery = createQuery(openDefinition);
export const negotiatingQuery = createQuery(openDefinition);

/** The own sales that may still be closed, newest first; undefined until loaded. */
export const openSalesAtom = atom((get): readonly Sale[] | undefined => {
  const negotiating = get(negotiatingQuery.replyAtom)?.requestedData;
  const leads = get(leadsQuery.replyAtom)?.requestedData;
  if (!negotiating || !leads) return undefined;
  return [...negotiating, ...leads].toSorted((a, b) => b.entry_date.localeCompare(a.entry_date));
});

/** Figures of the person; commission in dollars. */
export type Figures = {
  /** Undefined until loaded. */
  readonly commission: { readonly today: number; readonly total: number } | undefined;
  /** Null without a campaign. */
  readonly goal: Goal | null;
  /** On today's board, from 1; 0: not on it, or not loaded. */
  readonly place: number;
};

/** The figures as they are. */
export const figuresAtom = atom(
  (get): Figures => ({
    commission: get(commissionAtom),
    goal: get(goalAtom),
    place: get(ownPlaceAtom),
  }),
);

/** The date whose board and goal are shown. A sale counts there on its entry date, whenever it is closed. */
const boardDateAtom = atom((get) => get(ownStartAtom).login_date || get(todayAtom));

/** What ticked sales would change; made for the screen that lists them, and forgotten with it. */
export function createWhatIf() {
  const chosenAtom = atom<ReadonlySet<string>>(new Set<string>());

  /** Those that are still open. */
  const tickedAtom = atom((get): readonly Sale[] => {
    const chosen = get(chosenAtom);
    return (get(openSalesAtom) ?? []).filter(({ id }) => chosen.has(id));
  });

  const tickAtom = atom(null, (get, set, id: string, isTicked: boolean) => {
    const others = [...get(chosenAtom)].filter((each) => each !== id);
    set(chosenAtom, new Set(isTicked ? [...others, id] : others));
  });

  const tickAllAtom = atom(null, (get, set, areTicked: boolean) => {
    const all = get(openSalesAtom) ?? [];
    set(chosenAtom, new Set(areTicked ? all.map(({ id }) => id) : []));
  });

  /** How many of the ticked sales are on the board of another date. */
  const ofOtherDatesAtom = atom((get) => {
    const date = get(boardDateAtom);
    return get(tickedAtom).filter(({ entry_date }) => entry_date !== date).length;
  });

  /** The figures if the ticked sales were Closed; null while none is ticked. */
  const wouldBeAtom = atom((get): Figures | null => {
    const ticked = get(tickedAtom);
    if (ticked.length === 0) return null;
    const date = get(boardDateAtom);
    const ofToday = ticked.filter(({ entry_date }) => entry_date === date);
    const { commission, goal } = get(figuresAtom);
    return {
      commission: commission && {
        today: withSales(commission.today, ofToday),
        total: withSales(commission.total, ticked),
      },
      goal: goal && goalWith(goal, get(rateWithAtom)(ofToday.length)),
      place: placeWith(get(billboardAtom) ?? [], get(employeeAtom), ofToday),
    };
  });

  return { chosenAtom, tickedAtom, tickAtom, tickAllAtom, ofOtherDatesAtom, wouldBeAtom };
}

export type WhatIf = ReturnType<typeof createWhatIf>;

/** The own sales per hour with more sales of today. */
const rateWithAtom = atom((get) => (more: number): number | 'N/A' => {
  const figures = get(ownFiguresAtom);
  if (!figures) return get(salesPerHourAtom);
  return rateWith({ ...figures, sales: figures.todaySales }, more, get(nowAtom));
});

function goalWith(goal: Goal, rate: number | 'N/A'): Goal {
  return { ...goal, rate, share: shareOf(rate, goal.hourlySales) };
}

/** Dollars, added in whole cents. */
function withSales(dollars: number, sales: readonly Sale[]): number {
  const cents = sales.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  return (Math.round(dollars * 100) + cents) / 100;
}

/** The place of a person on a board with these sales of theirs on it, too. */
function placeWith(rows: readonly BillboardRow[], me: Employee, sales: readonly Sale[]): number {
  const own = rows.find(({ employee_id }) => employee_id === me.id);
  if (!own && sales.length === 0) return 0;
  const { first_name, last_name, commission, sales: closed } = own ?? { ...me, commission: 0, sales: 0 };
  const mine = {
    ...{ first_name, last_name, employee_id: me.id },
    ...{ commission: withSales(commission, sales), sales: closed + sales.length },
  };
  const isBetter = (row: BillboardRow) => row.employee_id !== me.id && byBillboardOrder(row, mine) < 0;
  return 1 + rows.filter(isBetter).length;
}
