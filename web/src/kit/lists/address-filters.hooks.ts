import { useSearchParams } from 'react-router-dom';
import { withFilters } from './address-filters.ts';

/** The filters in the address: Back, a reload and a shared link show the same part of a list. */
export function useAddressFilters<Filters extends Readonly<Record<keyof Filters, string>>>(
  read: (address: URLSearchParams) => Filters,
): [filters: Filters, change: (changed: Partial<Filters>) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (changed: Partial<Filters>) => {
    // The current address, not that of the last render: two fields may change before the next one.
    const now = new URLSearchParams(location.search);
    setAddress(withFilters(now, { ...read(now), ...changed }), { replace: true });
  };
  return [read(address), change];
}
