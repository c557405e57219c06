import styles from './tally.module.css';

const FIVE = 5;
/** People do not count more strokes than this; the number beside them is exact. */
const MOST = 40;

/** A count as tally strokes in bundles of five. The newest stroke draws itself. */
export function Tally({ count, label }: { count: number; label: string }) {
  const shown = Math.min(count, MOST);
  const bundles = Array.from({ length: Math.ceil(shown / FIVE) }, (_, at) => ({
    place: at,
    strokes: Math.min(FIVE, shown - at * FIVE),
  }));
  return (
    <span className={styles.tally} role="img" aria-label={label}>
      {bundles.map(({ place, strokes }) => (
        <Bundle key={place} strokes={strokes} />
      ))}
    </span>
  );
}

function Bundle({ strokes }: { strokes: number }) {
  const upright = Math.min(strokes, FIVE - 1);
  return (
    <svg width="30" height="22" viewBox="0 0 30 22" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round">
        {[6, 12, 18, 24].slice(0, upright).map((x) => (
          <path key={x} className={styles.stroke} d={`M${x} 2.5v17`} pathLength={1} />
        ))}
        {strokes === FIVE && <path className={styles.stroke} d="M1.5 16.5l27-11" pathLength={1} />}
      </g>
    </svg>
  );
}
