import { useSearchParams } from 'react-router-dom';
import { isLocalDate } from '#contracts/local-date.ts';

/**
 * The date (`yyyy-mm-dd`) of a list, kept in the address as `?date=`. Empty for all dates, also for a value that is
 * no date. Choosing the same date again adds no entry to the browser history.
 */
export function useQueriedDate(): [date: string, query: (date: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get('date') ?? '';
  const query = (date: string) => {
    if (date !== inAddress) setParameters(date ? { date } : {});
  };
  return [isLocalDate(inAddress) ? inAddress : '', query];
}
