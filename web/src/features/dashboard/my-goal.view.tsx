import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { paths, pathTo } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { ownPastStateAtom } from '../../kit/time-travel/own-past.atoms.ts';
import { formatDecimal, formatRate } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './figure-card.module.css';
import { NotThen } from './not-then.view.tsx';
import { type Goal, goalAtom } from './own-day.atoms.ts';

export function MyGoal() {
  const goal = useAtomValue(goalAtom);
  const past = useAtomValue(ownPastStateAtom);
  return (
    <section className={styles.card} aria-labelledby="my-goal">
      <h2 id="my-goal">My Goal</h2>
      {past !== 'there' ? <NotThen state={past} /> : goal ? <GoalFigures goal={goal} /> : <NoGoal />}
    </section>
  );
}

/** Links people who may choose their own campaign to that form. */
function NoGoal() {
  const me = useAtomValue(employeeAtom);
  return (
    <p className={styles.nothing}>
      <NowOnly past="You had no campaign then, so there was no goal.">
        You have no campaign yet, so there is no goal.{' '}
        {hasRole(me, 'manager') ? (
          <Link to={pathTo(paths.editEmployee, me.id)}>Choose one</Link>
        ) : (
          'Ask your supervisor for one.'
        )}
      </NowOnly>
    </p>
  );
}

function GoalFigures({ goal }: { goal: Goal }) {
  const { id } = useAtomValue(employeeAtom);
  const rate = formatRate(goal.rate);
  return (
    <>
      <p className={styles.main}>
        <strong>
          <OpenableNumber question={{ of: 'goal', id }} text={rate}>
            <NumberRoll text={rate} />
          </OpenableNumber>
        </strong>
        <span className={styles.unit}>of {plain(goal.hourlySales)} sales per hour</span>
      </p>
      <Progress share={goal.share ?? 0} label="Progress towards the hourly goal" />
      <p className={styles.unit}>
        {verdict(goal)}
        {goal.hourlyDecisions ? ` · ${plain(goal.hourlyDecisions)} decisions per hour` : ''}
      </p>
    </>
  );
}

function verdict({ share, rate, hasShift }: Goal): string {
  if (share === null) return 'No hourly sales goal';
  if (rate === 'N/A') return hasShift ? 'Your shift has 0 hours' : 'Starts with your shift';
  return share >= 1 ? 'Goal reached' : `${Math.floor(share * 100)}% of the goal`;
}

function plain(value: number): string {
  return formatDecimal(value, Number.isInteger(value) ? 0 : 2);
}
