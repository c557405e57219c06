import styles from './changes.module.css';

export type FieldChange = {
  readonly field: string;
  /** Null where there was none: the thing did not exist yet, or the field was empty. */
  readonly before: string | null;
  /** Null where there is none any more. */
  readonly after: string | null;
};

/** Fields with what they were and what they became; the colours do not carry it alone. */
export function Changes({ of }: { of: readonly FieldChange[] }) {
  if (of.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {of.map(({ field, before, after }) => (
        <div key={field} className={styles.change}>
          <dt>{field}</dt>
          <dd>
            {before !== null && (
              <>
                <span className="visually-hidden">was </span>
                <del className={styles.before}>{before}</del>
              </>
            )}
            {before !== null && after !== null && (
              <span className={styles.arrow} aria-hidden="true">
                →
              </span>
            )}
            {after !== null && (
              <>
                {before !== null && <span className="visually-hidden">, became </span>}
                <ins className={styles.after}>{after}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
