import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In the place of figures, where the dates of the address make no period. */
export function WrongDates() {
  const { pathname } = useLocation();
  return (
    <EmptyState title="These dates are not a period" action={<LinkButton to={pathname}>Show all</LinkButton>}>
      A date does not exist, or the last date is before the first. Choose other dates, or show all.
    </EmptyState>
  );
}
