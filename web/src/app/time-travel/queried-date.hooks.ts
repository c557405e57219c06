import { useSearchParams } from 'react-router-dom';
import { isLocalDate } from '#contracts/local-date.ts';

/**
 * The date (`yyyy-mm-dd`) that a list is of, kept in the address as `?date=`; empty for all, also where somebody
 * put there what is no date. Asking for the date that is shown is no step for Back to undo.
 */
export function useQueriedDate(): [date: string, query: (date: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get('date') ?? '';
  const query = (date: string) => {
    if (date !== inAddress) setParameters(date ? { date } : {});
  };
  return [isLocalDate(inAddress) ? inAddress : '', query];
}
