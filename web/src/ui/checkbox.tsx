import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

export function Checkbox({ label, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
