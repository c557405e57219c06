import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'ref'> & {
  label: ReactNode;
  /** For a box of all: some are ticked, and some are not. */
  mixed?: boolean;
};

export function Checkbox({ label, mixed = false, ...input }: CheckboxProps) {
  const mark = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = mixed;
  };
  return (
    <label className={styles.check}>
      <input {...input} ref={mark} type="checkbox" />
      {label}
    </label>
  );
}
