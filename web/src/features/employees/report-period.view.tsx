import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './report-period.module.css';
import { CALENDAR_PERIODS, type Dates, isCalendarPeriod, type ReportPeriod } from './report-period.ts';

type PeriodChoiceProps = {
  period: ReportPeriod;
  /** Its dates; null for all, undefined while they are not known, or wrong. */
  dates: Dates | null | undefined;
  onChoose: (period: ReportPeriod) => void;
};

/** Chooses what the report is of: a period of the calendar, one date, a range of dates, or all dates. */
export function PeriodChoice({ period, dates, onChoose }: PeriodChoiceProps) {
  // A range is chosen once its dates are there. Until then the report is of the period before.
  const [rangeAfter, setRangeAfter] = useState<string | null>(null);
  const shown = JSON.stringify(period);
  const asksForRange = period.kind === 'from-to' || rangeAfter === shown;
  const choose = (kind: string) => {
    setRangeAfter(kind === 'from-to' ? shown : null);
    if (kind === 'all' || isCalendarPeriod(kind)) onChoose({ kind });
  };
  const query = (next: ReportPeriod) => {
    setRangeAfter(null);
    onChoose(next);
  };
  const date = period.kind === 'date' ? period.date : '';
  return (
    <div className={styles.choice}>
      <div className={styles.period}>
        <SelectField
          label="Period"
          value={asksForRange ? 'from-to' : period.kind}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="all">All dates</option>
          {Object.entries(CALENDAR_PERIODS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
          <option value="from-to">From–to</option>
          {date && <option value="date">One date</option>}
          {period.kind === 'wrong' && <option value="wrong">Choose one</option>}
        </SelectField>
      </div>
      {asksForRange ? (
        <RangeQuery
          key={shown}
          dates={dates ?? { from: '', to: '' }}
          onQuery={(range) => query({ kind: 'from-to', ...range })}
        />
      ) : (
        <DateQuery
          key={shown}
          date={date}
          onQuery={(day) => query(day ? { kind: 'date', date: day } : { kind: 'all' })}
        />
      )}
    </div>
  );
}

/** Asks for a range of dates, in either order; one of them may be open. Without a date nothing happens. */
function RangeQuery({ dates, onQuery }: { dates: Dates; onQuery: (range: Dates) => void }) {
  const [from, setFrom] = useState(dates.from);
  const [to, setTo] = useState(dates.to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from || to) onQuery(from && to && from > to ? { from: to, to: from } : { from, to });
  };
  return (
    <form onSubmit={submit}>
      <TextField label="From" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField label="To" type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      <Button type="submit" variant="plain">
        Query
      </Button>
    </form>
  );
}
