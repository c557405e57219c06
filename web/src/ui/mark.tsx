import styles from './mark.module.css';

/** The logo: five tally strokes, the fifth across the four. */
export function Mark({ size = 24, drawing = false }: { size?: number; drawing?: boolean }) {
  return (
    <svg
      className={drawing ? styles.drawing : undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path className={styles.stroke} d="M5.25 4.5v15" pathLength={1} />
        <path className={styles.stroke} d="M9.75 4.5v15" pathLength={1} />
        <path className={styles.stroke} d="M14.25 4.5v15" pathLength={1} />
        <path className={styles.stroke} d="M18.75 4.5v15" pathLength={1} />
        <path className={styles.across} d="M1.75 16.5l20.5-9" pathLength={1} />
      </g>
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <Mark />
      Tallyboard
    </span>
  );
}

/** Shown while data is loading: the strokes draw one by one. Screen readers read the label. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <Mark size={40} drawing />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
