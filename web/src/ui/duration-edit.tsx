import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './duration-edit.module.css';
import { formatHours, hoursUnit } from './format.ts';
import { Icon } from './icon.tsx';
import { lastDigit } from './number-text.ts';

type DurationEditProps = {
  /** What it is the duration of: 'Shift Duration of Mar 2'. */
  label: string;
  hours: number | 'N/A';
  /** What is shown; the hours where it is left out. */
  text?: string;
  /** Being saved: it cannot be changed again yet. */
  busy?: boolean;
  /** Called with a digit that differs from the current one. */
  onSave: (digit: string) => void;
};

/**
 * The duration of a shift, edited in place: a single digit. Enter and leaving the field save,
 * Esc cancels.
 */
export function DurationEdit({
  label,
  hours,
  text = formatHours(hours),
  busy = false,
  onSave,
}: DurationEditProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  const isEditing = typed !== null;
  useEffect(() => {
    if (isEditing || !takesFocus.current) return;
    takesFocus.current = false;
    button.current?.focus();
  }, [isEditing]);

  const leave = (saves: boolean) => {
    if (typed === null) return;
    setTyped(null);
    if (saves && typed !== '' && typed !== String(hours)) onSave(typed);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    takesFocus.current = true;
    leave(event.key === 'Enter');
  };

  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.shown}
        aria-label={`${label}: ${text}. Edit`}
        aria-disabled={busy || undefined}
        onClick={() => !busy && setTyped(hours === 'N/A' ? '' : String(hours))}
      >
        {text}
        <span className={styles.pencil}>
          <Icon of={Pencil} size={14} />
        </span>
      </button>
    );
  }
  return (
    <span className={styles.box}>
      <input
        className={styles.input}
        aria-label={label}
        placeholder="Eg: 8"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        ref={focusOn}
        value={typed}
        onChange={(event) => setTyped(lastDigit(event.target.value))}
        onKeyDown={press}
        onBlur={() => leave(true)}
      />
      <span className={styles.unit}>{hoursUnit(typed)}</span>
    </span>
  );
}

/** A person who pressed the button can type at once. */
function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
