import { useSearchParams } from 'react-router-dom';

/**
 * The date (`yyyy-mm-dd`) of a list, kept in the address as `?date=` and as it stands there, also a wrong one; empty for
 * all dates. Choosing the same date again adds no entry to the browser history.
 */
export function useQueriedDate(): [date: string, query: (date: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get('date') ?? '';
  const query = (date: string) => {
    if (date === inAddress) return;
    // The filters of the list stay.
    const next = new URLSearchParams(location.search);
    if (date) next.set('date', date);
    else next.delete('date');
    setParameters(next);
  };
  return [inAddress, query];
}
