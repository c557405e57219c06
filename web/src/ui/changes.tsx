import styles from './changes.module.css';

export type FieldChange = {
  readonly field: string;
  /** Null when there was none: the row did not exist yet, or the field was empty. */
  readonly before: string | null;
  /** Null when there is none any more; equal to `before` when nothing changed. */
  readonly after: string | null;
};

/** Fields with their values before and after. Signs say what changed, too, not colours alone. */
export function Changes({ of }: { of: readonly FieldChange[] }) {
  if (of.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {of.map((change) => (
        <div key={change.field} className={styles.change}>
          <dt>{change.field}</dt>
          <dd>
            <Values {...change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ before, after }: FieldChange) {
  if (before === after) return <span>{after}</span>;
  if (before === null) return <ins className={styles.after}>{after}</ins>;
  return (
    <>
      <span>
        <span className="visually-hidden">was </span>
        <del className={styles.before}>{before}</del>
      </span>
      {after !== null && (
        <>
          <Arrow />
          <span>
            <span className="visually-hidden">became </span>
            <ins className={styles.after}>{after}</ins>
          </span>
        </>
      )}
    </>
  );
}

/** An SVG, since not every font has this sign. */
function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M2 8h11M9 4l4 4-4 4" />
    </svg>
  );
}
