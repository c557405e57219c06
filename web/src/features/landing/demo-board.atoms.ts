import { atom, type Getter } from 'jotai';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { fullName } from '../../ui/full-name.ts';
import { motionAllowed } from '../../ui/motion.ts';
import { boardAfter, type DemoSale, dollarsOf, OWN_SALES, SCRIPT, sellerOf, YOU } from './demo-sales.ts';

/** When the visitor arrived, UTC ISO-8601: login times and rates are relative to it. */
export const arrivalAtom = atom(new Date().toISOString());

type Floor = { readonly sales: readonly DemoSale[]; readonly rows: readonly BillboardRow[] };

const changedAtom = atom<Floor | null>(null);
const floorAtom = atom((get) => get(changedAtom) ?? afterSales([], get));

/** The board, best first. */
export const demoRowsAtom = atom((get) => get(floorAtom).rows);

/** The total commission in dollars, and the number of sales. */
export const demoTotalAtom = atom((get) => {
  const { rows } = get(floorAtom);
  return {
    dollars: dollarsOf(rows.map(({ commission }) => commission)),
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
  };
});

export type DemoNews = { readonly name: string; readonly dollars: number; readonly commission: number };

/** The newest sale; null before the first. */
export const demoNewsAtom = atom((get): DemoNews | null => {
  const sale = get(floorAtom).sales.at(-1);
  if (!sale) return null;
  const name = sale.id === YOU ? 'You' : fullName(sellerOf(sale.id));
  return { name, dollars: sale.dollars, commission: sale.commission };
});

const countOf = (sales: readonly DemoSale[], own: boolean) =>
  sales.filter(({ id }) => (id === YOU) === own).length;

const toldAtom = atom((get) => countOf(get(floorAtom).sales, false));
export const demoIsOverAtom = atom((get) => get(toldAtom) >= SCRIPT.length);

/** Visitors whose system asks for less motion start it by hand. */
const wishAtom = atom<boolean | null>(null);
const wantedAtom = atom((get) => get(wishAtom) ?? motionAllowed());
export const demoIsVisibleAtom = atom(false);

/** Sales continue only while they are visible. */
export const demoIsRunningAtom = atom(
  (get) => get(wantedAtom) && get(demoIsVisibleAtom) && !get(demoIsOverAtom),
);
export const demoIsWantedAtom = atom((get) => get(wantedAtom) && !get(demoIsOverAtom));

/** Pauses or continues; after the end it starts the day again. */
export const toggleDemoAtom = atom(null, (get, set) => {
  if (get(demoIsOverAtom)) {
    set(changedAtom, null);
    set(wishAtom, true);
  } else set(wishAtom, !get(wantedAtom));
});

/** The next made-up sale. */
export const nextDemoSaleAtom = atom(null, (get, set) => {
  const sale = SCRIPT[get(toldAtom)];
  if (sale) set(sellAtom, sale);
});

/** A sale of the visitor. */
export const sellYourselfAtom = atom(null, (get, set) => {
  const sold = countOf(get(floorAtom).sales, true);
  const sale = OWN_SALES[sold % OWN_SALES.length];
  if (sale) set(sellAtom, sale);
});

const sellAtom = atom(null, (get, set, sale: DemoSale) => {
  const before = get(floorAtom);
  const { sales, rows } = afterSales([...before.sales, sale], get);
  // Unchanged rows stay the same objects, so that only the seller's row is drawn again.
  const kept = rows.map(
    (row) => before.rows.find(({ id, sales: sold }) => id === row.id && sold === row.sales) ?? row,
  );
  set(changedAtom, { sales, rows: kept });
});

function afterSales(sales: readonly DemoSale[], get: Getter): Floor {
  return { sales, rows: boardAfter(sales, get(arrivalAtom)) };
}
