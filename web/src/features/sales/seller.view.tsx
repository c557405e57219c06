import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { fullName } from '../../ui/full-name.ts';
import { sellerQuery } from './sales-list.atoms.ts';

/** A sale as shown first may not say yet whose it is; then it is an own one. */
type OfSeller = { readonly employee_id?: string | undefined };

/** The employee whose sale it is; null for an own sale. */
export function useOtherSeller(sale: OfSeller | undefined): string | null {
  const me = useAtomValue(employeeAtom);
  const id = sale?.employee_id ?? me.id;
  return id === me.id ? null : id;
}

/** The list that a sale stands in. */
export function salesListOf(otherSeller: string | null): string {
  return otherSeller === null ? paths.mySales : pathTo(paths.employeeSales, otherSeller);
}

/** A link to the sales of another employee, with the name once it is known. */
export function Seller({ id }: { id: string }) {
  const seller = useQuery(sellerQuery, id)?.requestedData[0];
  return <Link to={salesListOf(id)}>{seller ? fullName(seller) : 'another employee'}</Link>;
}
