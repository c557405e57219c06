import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './code-boxes.module.css';
import {
  CODE_LENGTH,
  type CodeMove,
  type CodeText,
  digitAt,
  jumpTo,
  retyped,
  withDigits,
  withoutDigit,
} from './code-digits.ts';

type CodeBoxesProps = {
  label: string;
  /** The name of the first box, which gets the focus after a refusal. */
  name: string;
  code: CodeText;
  onCode: (code: CodeText) => void;
  error?: boolean;
  autoFocus?: boolean;
};

const PLACES = Array.from({ length: CODE_LENGTH }, (_, at) => at);

/** One box for each digit of a mailed code. A paste or the phone's suggestion fills them all. */
export function CodeBoxes({ label, name, code, onCode, error = false, autoFocus = false }: CodeBoxesProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (at: number) => inputs.current[at]?.focus();
  useEffect(() => {
    if (autoFocus) inputs.current[0]?.focus();
  }, [autoFocus]);

  const move = (next: CodeMove) => {
    onCode(next.code);
    focus(next.at);
  };
  const type = (at: number, text: string) => {
    const digits = retyped(digitAt(code, at), text);
    move(digits === '' ? withoutDigit(code, at) : withDigits(code, at, digits));
  };
  const press = (event: KeyboardEvent, at: number) => {
    const to = jumpTo(event.key, at);
    if (event.key === 'Backspace') move(withoutDigit(code, at));
    else if (to !== null) focus(to);
    else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent, at: number) => {
    event.preventDefault();
    move(withDigits(code, at, event.clipboardData.getData('text')));
  };

  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.boxes} data-invalid={error}>
        {PLACES.map((at) => (
          <input
            key={at}
            ref={(input) => {
              inputs.current[at] = input;
            }}
            name={at === 0 ? name : undefined}
            className={styles.box}
            aria-label={`Digit ${at + 1} of ${CODE_LENGTH}`}
            aria-invalid={error || undefined}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            value={digitAt(code, at)}
            onChange={(event) => type(at, event.target.value)}
            onKeyDown={(event) => press(event, at)}
            onPaste={(event) => paste(event, at)}
            onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
}
