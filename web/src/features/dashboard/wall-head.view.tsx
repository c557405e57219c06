import { useAtomValue } from 'jotai';
import { todayAtom } from '../../kit/clock.atoms.ts';
import {
  formatDay,
  formatDecimal,
  formatLargeMoney,
  formatNumber,
  formatRate,
  formatTimeParts,
} from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { Progress } from '../../ui/progress.tsx';
import { minuteAtom, type Pace, wallPaceAtom, wallTotalsAtom } from './wall.atoms.ts';
import styles from './wall-head.module.css';

/** The totals of the company today, and the time. */
export function WallHead() {
  const totals = useAtomValue(wallTotalsAtom);
  const pace = useAtomValue(wallPaceAtom);
  return (
    <header className={styles.head}>
      <section className={styles.hero} aria-labelledby="wall-commission">
        <h2 id="wall-commission">Commission today</h2>
        <p>{totals ? <NumberRoll text={formatLargeMoney(totals.commission)} /> : '–'}</p>
      </section>
      <section aria-labelledby="wall-sales">
        <h2 id="wall-sales">Closed sales</h2>
        <p>{totals ? <NumberRoll text={formatDecimal(totals.sales, 0)} /> : '–'}</p>
      </section>
      <section aria-labelledby="wall-pace">
        <h2 id="wall-pace">Pace{pace?.share != null && `, goal ${formatNumber(pace.goal)}/hr`}</h2>
        <PaceFigures pace={pace} />
      </section>
      <Clock />
    </header>
  );
}

function PaceFigures({ pace }: { pace: Pace | undefined }) {
  if (!pace) return <p>–</p>;
  const { rate, share } = pace;
  return (
    <>
      <p>
        <NumberRoll text={formatRate(rate)} /> <small>/hr</small>
      </p>
      {share !== null && <Progress share={share} label="Pace against the hourly goals of the floor" />}
    </>
  );
}

function Clock() {
  const { time, half } = formatTimeParts(useAtomValue(minuteAtom));
  const today = useAtomValue(todayAtom);
  return (
    <section className={styles.clock} aria-label="Clock">
      <p className={styles.date}>{formatDay(today)}</p>
      <p>
        {time} {half && <small>{half}</small>}
      </p>
    </section>
  );
}
