import { type ReactNode, useId } from 'react';
import styles from './segmented.module.css';

type SegmentedProps<Value extends string> = {
  /** The name of the field in the draft: after a refusal it gets the focus. */
  name?: string;
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean;
  /** Below it in red. */
  error?: string | false;
};

/** A choice among a few options that are all visible: radio buttons that look like one control. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, small = false, error = false } = props;
  const id = useId();
  const { name = id } = props;
  return (
    <fieldset
      className={styles.set}
      data-small={small}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend id={`${id}-label`} className={styles.legend}>
        {label}
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
