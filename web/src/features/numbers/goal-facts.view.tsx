import { formatNumber, formatPercent, formatRate } from '../../ui/format.ts';
import { formatQuotient, formatSpan } from './exact-text.ts';
import type { Opened } from './numbers.atoms.ts';
import styles from './numbers.module.css';

/** The goal, the sales due by now and the sales so far. */
export function GoalFacts({ opened }: { opened: Opened }) {
  const { goal, campaign, hours, due, progress, closed_sales, sales_per_hour: rate = 'N/A' } = opened;
  if (!goal) return <p className={styles.rule}>There is no campaign, so there is no goal.</p>;
  return (
    <section aria-labelledby="opened-goal">
      <h3 id="opened-goal">Goal</h3>
      <dl className={styles.facts}>
        <div>
          <dt>Goal of the campaign</dt>
          <dd>
            {goal.name} <span className={styles.soft}>{campaign?.name}</span>
          </dd>
        </div>
        <div>
          <dt>Sales per hour</dt>
          <dd>{formatNumber(goal.hourly_sales)}</dd>
        </div>
        <div>
          <dt>Decisions per hour</dt>
          <dd>{formatNumber(goal.hourly_decisions)}</dd>
        </div>
        {hours && due && (
          <div>
            <dt>Due by now</dt>
            <dd>
              {formatNumber(goal.hourly_sales)} × {formatSpan(hours.counted_ms)} = {formatQuotient(due)} sales
            </dd>
          </div>
        )}
        <div>
          <dt>Sold</dt>
          <dd>{closed_sales}</dd>
        </div>
      </dl>
      <p className={styles.total}>
        <span>
          {progress == null
            ? 'No hourly sales goal'
            : `${formatRate(rate)} ÷ ${formatNumber(goal.hourly_sales)}, rounded down to whole percent`}
        </span>
        {progress != null && <strong>{formatPercent(Math.floor(progress * 100))}</strong>}
      </p>
    </section>
  );
}
