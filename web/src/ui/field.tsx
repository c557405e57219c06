import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps, marked } from './field-frame.tsx';
import { Icon } from './icon.tsx';

function split<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { label, hint, error, before, after, ...input } = props;
  return [{ label, hint, error, ...(before && { before }), ...(after && { after }) }, input];
}

export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const [frame, input] = split(props);
  return (
    <FieldFrame {...frame} id={id} required={props.required}>
      <input {...input} {...marked(id, frame, props['aria-describedby'])} className={styles.input} />
    </FieldFrame>
  );
}

export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  const [frame, select] = split(props);
  return (
    <FieldFrame {...frame} id={id} required={props.required}>
      <select {...select} {...marked(id, frame)} className={styles.input} />
      <span className={styles.chevron}>
        <Icon of={ChevronDown} size={16} />
      </span>
    </FieldFrame>
  );
}

export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  const [frame, area] = split(props);
  return (
    <FieldFrame {...frame} id={id} required={props.required}>
      <textarea {...area} {...marked(id, frame)} className={styles.input} />
    </FieldFrame>
  );
}

/** A label and a value that people do not enter. */
export function ReadOnlyField({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      {/* Not live: a screen reader would read it out after every key. */}
      <output aria-live="off" aria-labelledby={id} className={styles.readOnly}>
        {children}
      </output>
      {hint && <div className={styles.hint}>{hint}</div>}
    </div>
  );
}

/** Two short fields side by side, or one below the other on a narrow screen. `hint` belongs to both. */
export function FieldPair({ hint, children }: { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.pair}>
      {children}
      {hint && <p className={styles.pairHint}>{hint}</p>}
    </div>
  );
}
