import { atom, type Getter } from 'jotai';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { motionAllowed } from '../../ui/motion.ts';
import { boardAfter, type DemoSale, dollarsOf, OWN_SALES, SCRIPT, sellerOf, YOU } from './demo-floor.ts';

/** When the visitor came, UTC ISO-8601: login times and rates stand on it. */
export const arrivalAtom = atom(new Date().toISOString());

type Floor = { readonly sales: readonly DemoSale[]; readonly rows: readonly BillboardRow[] };

const changedAtom = atom<Floor | null>(null);
const floorAtom = atom((get) => get(changedAtom) ?? afterSales([], get));

/** The board, best first. */
export const demoRowsAtom = atom((get) => get(floorAtom).rows);

/** What everybody earned together, in dollars, and with how many sales. */
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
  const { firstName, lastName } = sellerOf(sale.id);
  const name = sale.id === YOU ? 'You' : `${firstName} ${lastName}`;
  return { name, dollars: sale.dollars, commission: sale.commission };
});

const countOf = (sales: readonly DemoSale[], own: boolean) =>
  sales.filter(({ id }) => (id === YOU) === own).length;

const toldAtom = atom((get) => countOf(get(floorAtom).sales, false));
export const demoIsOverAtom = atom((get) => get(toldAtom) >= SCRIPT.length);

/** Whoever asked the system for less motion starts it by hand. */
const wishAtom = atom<boolean | null>(null);
const wantedAtom = atom((get) => get(wishAtom) ?? motionAllowed());
export const demoIsInSightAtom = atom(false);

/** Sales go on by themselves only while somebody can see them. */
export const demoIsRunningAtom = atom(
  (get) => get(wantedAtom) && get(demoIsInSightAtom) && !get(demoIsOverAtom),
);
export const demoIsWantedAtom = atom((get) => get(wantedAtom) && !get(demoIsOverAtom));

/** Pauses what runs, goes on with what rests, and starts the day anew when it is over. */
export const toggleDemoAtom = atom(null, (get, set) => {
  if (get(demoIsOverAtom)) {
    set(changedAtom, null);
    set(wishAtom, true);
  } else set(wishAtom, !get(wantedAtom));
});

/** The next one of the others closes a sale. */
export const nextDemoSaleAtom = atom(null, (get, set) => {
  const sale = SCRIPT[get(toldAtom)];
  if (sale) set(sellAtom, sale);
});

/** The visitor closes one. */
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
