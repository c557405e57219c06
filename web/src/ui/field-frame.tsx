import type { ReactNode } from 'react';
import styles from './field.module.css';

export type FieldProps = {
  label: string;
  /** Below the field, in small print. */
  hint?: ReactNode;
  /** Below the field in red; `true` gives the field its red outline without a text. */
  error?: string | boolean | undefined;
  /** Inside the box, before and after the input. */
  before?: string;
  after?: string;
};

type FieldFrameProps = FieldProps & { id: string; required?: boolean | undefined; children: ReactNode };

/** The label, the box and the notes of a field; its input has the `id`. */
export function FieldFrame({ id, label, hint, error, before, after, required, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} data-required={required}>
        {label}
      </label>
      <div className={styles.box} data-invalid={Boolean(error)}>
        {before && <span className={styles.unit}>{before}</span>}
        {children}
        {after && <span className={styles.unit}>{after}</span>}
      </div>
      <div id={`${id}-notes`} className={styles.notes}>
        {typeof error === 'string' && <p className={styles.error}>{error}</p>}
        {hint && <div className={styles.hint}>{hint}</div>}
      </div>
    </div>
  );
}

/** `alsoBy`: the id of another element on the page that describes the field. */
export function marked(id: string, { error }: FieldProps, alsoBy = '') {
  const notes = `${id}-notes ${alsoBy}`.trim();
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes } as const;
}
