import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { withFilters } from './address-filters.ts';

/** Marks the entries of the browser history that this hook has written. */
type Filtered = { readonly filtering?: true };

/**
 * The filters in the address: Back, a reload and a shared link show the same part of a list. A change replaces the entry
 * of the browser history, so that Back leaves the list at once. The filters are also held here, because the address
 * follows a moment later and would lose quick keys. It leaves the scroll position as it is.
 */
export function useAddressFilters<Filters extends Readonly<Record<keyof Filters, string>>>(
  read: (address: URLSearchParams) => Filters,
): [filters: Filters, change: (changed: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const isFollowing = useNavigationType() === 'REPLACE' && (state as Filtered | null)?.filtering === true;
  const [filters, setFilters] = useState(() => read(address));
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (!isFollowing) setFilters(read(address));
  }
  const change = (changed: Partial<Filters>) => {
    const next = { ...filters, ...changed };
    setFilters(next);
    // The other parameters are those of the current address, not of the last render.
    const now = new URLSearchParams(location.search);
    const mark: Filtered = { filtering: true };
    setAddress(withFilters(now, next), { replace: true, state: mark, preventScrollReset: true });
  };
  return [filters, change];
}
