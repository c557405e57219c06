import { useSearchParams } from 'react-router-dom';
import { type Filters, filtersIn, withFilters } from './filters.ts';

/** The filters that the address holds: who comes back, reloads or gets the link sees the same part of the history. */
export function useFilters(): [filters: Filters, change: (changed: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const change = (changed: Partial<Filters>) => {
    // The newest address, not that of this picture: two fields may change before the next one.
    const now = new URLSearchParams(location.search);
    setAddress(withFilters(now, { ...filtersIn(now), ...changed }), { replace: true });
  };
  return [filters, change];
}
