import { Link } from 'react-router-dom';
import type { HoursFacts as Hours, ShiftStep } from '#contracts/endpoints/numbers.endpoints.ts';
import { historyPath } from '../../kit/paths.ts';
import { formatDateTime, formatHours, formatRate } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { formatQuotient, formatSpan } from './exact-text.ts';
import type { Opened } from './numbers.atoms.ts';
import styles from './numbers.module.css';

/** The hours of the shift, their source, and the division. */
export function HoursFacts({ opened }: { opened: Opened }) {
  const { hours, closed_sales: sales, sales_per_hour: rate = 'N/A', unrounded_rate: exact } = opened;
  const shift = opened.date && `${opened.employee.id}_${opened.date}`;
  return (
    <section aria-labelledby="opened-hours">
      <h3 id="opened-hours">Sales per hour</h3>
      {hours && shift ? (
        <Counted hours={hours} shift={shift} />
      ) : (
        <p className={styles.rule}>No shift began on this date.</p>
      )}
      <p className={styles.total}>
        <span>
          {sales === 1 ? '1 Closed sale' : `${sales} Closed sales`}
          {hours && ` ÷ ${formatSpan(hours.counted_ms)}`}
          {exact && ` = ${formatQuotient(exact)}`}
        </span>
        <strong>{formatRate(rate)}</strong>
      </p>
    </section>
  );
}

function Counted({ hours, shift }: { hours: Hours; shift: string }) {
  return (
    <>
      <ol className={styles.steps} aria-label="What happened to the shift">
        {hours.steps.map((step) => (
          <li key={`${step.at} ${step.what}`}>
            <time dateTime={step.at}>{formatDateTime(step.at)}</time>
            <span>
              {step.words}
              <span className={styles.soft}>{actor(step)}</span>
            </span>
          </li>
        ))}
      </ol>
      <dl className={styles.facts}>
        <div>
          <dt>{hours.logout_time === null ? 'Clocked so far' : 'Clocked'}</dt>
          <dd>{formatSpan(hours.clocked_ms)}</dd>
        </div>
        <div>
          <dt>Set duration</dt>
          <dd>
            {formatHours(hours.shift_duration)}{' '}
            <span className={styles.soft}>{sources[hours.duration_from]}</span>
          </dd>
        </div>
        <div>
          <dt>Counted</dt>
          <dd>{formatSpan(hours.counted_ms)}</dd>
        </div>
      </dl>
      <p className={styles.rule}>
        {hours.rule_words}. <Link to={historyPath('shift', shift)}>History of the shift</Link>
      </p>
    </>
  );
}

const sources: Readonly<Record<Hours['duration_from'], string>> = {
  nobody: 'nobody set one',
  standing: 'the standing duration, set earlier',
  typed: 'typed in for this shift',
};

function actor({ by }: ShiftStep): string {
  if (!by) return ' · by the program';
  const name = fullName(by).trim();
  return name ? ` · by ${name}` : '';
}
