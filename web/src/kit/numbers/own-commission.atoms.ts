import { atom } from 'jotai';
import { getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../clock.atoms.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { ownFiguresAtom } from './own-figures.atoms.ts';

type Commission = { today: number; total: number };

const askedCommissionAtom = atom<Commission | null>(null);

/** The own commission in dollars, from Closed sales; undefined until loaded. */
export const commissionAtom = atom((get): Commission | undefined => {
  const figures = get(ownFiguresAtom);
  if (figures) return { today: figures.todayCommission, total: figures.totalCommission };
  return get(isPastAtom) ? undefined : (get(askedCommissionAtom) ?? undefined);
});

export const salesTodayAtom = atom((get) => get(ownFiguresAtom)?.todaySales);

/** The REST API is asked only when no live snapshot arrived within this time. */
const SNAPSHOT_TIMEOUT_MS = 800;

const loadCommissionAtom = atom(null, async (get, set) => {
  if (get(ownFiguresAtom) || get(isPastAtom)) return;
  const params = { id: get(employeeAtom).id };
  const api = get(apiAtom);
  const [total, today] = await Promise.all([
    api.call(getCommission, { params, query: {} }),
    api.call(getCommission, { params, query: { date: get(todayAtom) } }),
  ]);
  if (!total.ok || !today.ok) return;
  set(askedCommissionAtom, { total: total.reply.commission, today: today.reply.commission });
});

export const commissionFallbackAtom = atom(null, (_get, set): (() => void) => {
  const timer = setTimeout(() => void set(loadCommissionAtom), SNAPSHOT_TIMEOUT_MS);
  return () => clearTimeout(timer);
});
commissionFallbackAtom.onMount = (start) => start();
