import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Common = {
  label: string;
  /** Below the field, in small print. */
  hint?: ReactNode;
  /** Below the field in red; `true` gives the field its red outline without a text. */
  error?: string | boolean | undefined;
  /** Inside the box, before and after the input. */
  before?: string;
  after?: string;
};

function Frame({
  id,
  label,
  hint,
  error,
  before,
  after,
  required,
  children,
}: Common & { id: string; required: boolean | undefined; children: ReactNode }) {
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
function marked(id: string, { error }: Common, alsoBy = '') {
  const notes = `${id}-notes ${alsoBy}`.trim();
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes } as const;
}

function split<P extends Common>(props: P): [Common, Omit<P, keyof Common>] {
  const { label, hint, error, before, after, ...input } = props;
  return [{ label, hint, error, ...(before && { before }), ...(after && { after }) }, input];
}

export function TextField(props: Common & ComponentProps<'input'>) {
  const id = useId();
  const [frame, input] = split(props);
  return (
    <Frame {...frame} id={id} required={props.required}>
      <input {...input} {...marked(id, frame, props['aria-describedby'])} className={styles.input} />
    </Frame>
  );
}

export function SelectField(props: Common & ComponentProps<'select'>) {
  const id = useId();
  const [frame, select] = split(props);
  return (
    <Frame {...frame} id={id} required={props.required}>
      <select {...select} {...marked(id, frame)} className={styles.input} />
      <span className={styles.chevron}>
        <Icon of={ChevronDown} size={16} />
      </span>
    </Frame>
  );
}

export function TextAreaField(props: Common & ComponentProps<'textarea'>) {
  const id = useId();
  const [frame, area] = split(props);
  return (
    <Frame {...frame} id={id} required={props.required}>
      <textarea {...area} {...marked(id, frame)} className={styles.input} />
    </Frame>
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
