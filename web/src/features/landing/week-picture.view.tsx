import { formatDecimal } from '../../ui/format.ts';
import styles from './week-picture.module.css';

/** Sales per hour of made-up days. */
const WEEK = [
  ['Mon', 1.1],
  ['Tue', 1.6],
  ['Wed', 1.3],
  ['Thu', 2.1],
  ['Fri', 2.6],
] as const;

const [WIDTH, FLOOR, FULL] = [56, 128, 36];

export function WeekPicture() {
  return (
    <svg className={styles.week} viewBox={`0 0 ${WEEK.length * WIDTH} ${FLOOR + 24}`} aria-hidden="true">
      <path className={styles.floor} d={`M0 ${FLOOR}H${WEEK.length * WIDTH}`} />
      {WEEK.map(([day, rate], at) => {
        const [left, height] = [at * WIDTH + 12, rate * FULL];
        const isBest = at === WEEK.length - 1;
        return (
          <g key={day} data-best={isBest}>
            <rect x={left} y={FLOOR - height} width={32} height={height} />
            <text x={left + 16} y={FLOOR - height - 8}>
              {formatDecimal(rate)}
            </text>
            <text x={left + 16} y={FLOOR + 18}>
              {day}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
