import { useSearchParams } from 'react-router-dom';
import { isLocalDate } from '#contracts/local-date.ts';

/**
 * The date (`yyyy-mm-dd`) that a list is of, kept in the address as `?date=`; empty for all, also where somebody
 * put there what is no date.
 */
export function useQueriedDate(): [date: string, query: (date: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('date') ?? '';
  return [isLocalDate(wanted) ? wanted : '', (date) => setParameters(date ? { date } : {})];
}
