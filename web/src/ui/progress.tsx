import styles from './progress.module.css';

/** A progress bar; a `share` of 1 or more is full. */
export function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <progress
      className={styles.progress}
      max={100}
      value={percent}
      aria-label={label}
      data-reached={share >= 1}
    />
  );
}
