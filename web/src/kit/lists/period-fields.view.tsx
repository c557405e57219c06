import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';

type Period = { readonly from: string; readonly to: string };
type PeriodFieldsProps = Period & { onChange: (changed: Partial<Period>) => void };

/** The first and the last date of a list, `yyyy-mm-dd`; empty for an open end. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  return (
    <>
      <TextField
        label="From"
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}

/** In the place of figures, where the dates of the address make no period. */
export function WrongDates() {
  const { pathname } = useLocation();
  return (
    <EmptyState title="These dates are not a period" action={<LinkButton to={pathname}>Show all</LinkButton>}>
      A date does not exist, or the last date is before the first. Choose other dates, or show all.
    </EmptyState>
  );
}
