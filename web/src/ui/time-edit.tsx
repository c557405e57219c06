import { Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './time-edit.module.css';

type TimeEditProps = {
  /** What it is the time of: 'Login Time of Mar 2'. */
  label: string;
  /** HH:mm */
  time: string;
  busy: boolean;
  /** False keeps the form open: the time was refused. */
  onSave: (time: string) => Promise<boolean>;
  /** The time as it is shown. */
  children: ReactNode;
};

/** A time of day, edited in place: Enter saves, Esc cancels. */
export function TimeEdit({ label, time, busy, onSave, children }: TimeEditProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef<boolean>(false);
  const isOpen = typed !== null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (typed === null) {
    return (
      <span className={styles.shown}>
        {children}
        <IconButton
          ref={button}
          className={styles.pencil}
          icon={Pencil}
          size={14}
          label={`${label}. Edit`}
          onClick={() => setTyped(time)}
        />
      </span>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed === '' || busy) return;
    if (typed === time || (await onSave(typed))) setTyped(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setTyped(null);
  };
  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} onKeyDown={press}>
      <div className={styles.time}>
        <TextField
          label="Start"
          type="time"
          required
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" busy={busy}>
        Save
      </Button>
      <Button variant="quiet" onClick={() => setTyped(null)}>
        Cancel
      </Button>
    </form>
  );
}
