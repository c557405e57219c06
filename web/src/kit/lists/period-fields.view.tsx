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
