import { useAtom, useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { latestDate } from '#contracts/local-date.ts';
import { clockAtom } from '../../kit/clock.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatDate, hoursUnit } from '../../ui/format.ts';
import { lastDigit } from '../../ui/number-text.ts';
import styles from './add-shift.module.css';
import { addShiftAtom } from './shift-times.atoms.ts';

type AddShiftProps = {
  employeeId: string;
  /** Local, yyyy-mm-dd. */
  date: string;
};

/** Adds the shift of a date that has none: its start on the employee's clock, and its hours. Nothing for a date to come. */
export function AddShift({ employeeId, date }: AddShiftProps) {
  const [isOpen, setOpen] = useState(false);
  const now = useAtomValue(clockAtom);
  if (date > latestDate(now)) return null;
  return (
    <NowOnly past="–">
      {isOpen ? (
        <ShiftForm employeeId={employeeId} date={date} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="quiet" aria-label={`Add shift of ${formatDate(date)}`} onClick={() => setOpen(true)}>
          Add shift
        </Button>
      )}
    </NowOnly>
  );
}

function ShiftForm({ employeeId, date, onClose }: AddShiftProps & { onClose: () => void }) {
  const [loginTime, setLoginTime] = useState('09:00');
  const [hours, setHours] = useState('8');
  const [isBusy, add] = useAtom(addShiftAtom);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loginTime === '' || hours === '' || isBusy) return;
    if (await add({ employeeId, loginDate: date, loginTime, shiftDuration: hours })) onClose();
  };
  return (
    <form className={styles.form} aria-label={`Shift of ${formatDate(date)}`} onSubmit={submit}>
      <div className={styles.time}>
        <TextField
          label="Start"
          type="time"
          required
          autoFocus
          value={loginTime}
          onChange={(event) => setLoginTime(event.target.value)}
        />
      </div>
      <div className={styles.hours}>
        <TextField
          label="Duration"
          inputMode="numeric"
          required
          autoComplete="off"
          placeholder="Eg: 8"
          after={hoursUnit(hours)}
          value={hours}
          onChange={(event) => setHours(lastDigit(event.target.value))}
        />
      </div>
      <Button type="submit" busy={isBusy}>
        Add
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
