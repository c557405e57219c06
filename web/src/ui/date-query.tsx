import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './date-query.module.css';
import { TextField } from './field.tsx';

type DateQueryProps = {
  /** The chosen date (`yyyy-mm-dd`), empty for all dates. */
  date: string;
  onQuery: (date: string) => void;
  /** There is always one date, never all dates. */
  onlyOne?: boolean;
};

/** Asks for one date, or for all dates again. Without a date nothing happens. */
export function DateQuery({ date, onQuery, onlyOne = false }: DateQueryProps) {
  const [chosen, setChosen] = useState(date);
  return (
    <form
      className={styles.query}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onQuery(chosen);
      }}
    >
      <TextField
        label="Date"
        type="date"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button type="submit" variant="plain">
        Query
      </Button>
      {date && !onlyOne && (
        <Button
          variant="quiet"
          onClick={() => {
            setChosen('');
            onQuery('');
          }}
        >
          Show all
        </Button>
      )}
    </form>
  );
}
