import { useSearchParams } from 'react-router-dom';
import { type Filters, filtersIn, withFilters } from './filters.ts';

/** The filters in the address: Back, a reload and a shared link show the same part of the history. */
export function useFilters(): [filters: Filters, change: (changed: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const change = (changed: Partial<Filters>) => {
    // The current address, not that of the last render: two fields may change before the next one.
    const now = new URLSearchParams(location.search);
    setAddress(withFilters(now, { ...filtersIn(now), ...changed }), { replace: true });
  };
  return [filters, change];
}
