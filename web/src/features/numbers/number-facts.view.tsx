import { useAtomValue, useSetAtom } from 'jotai';
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { HoursFacts as Hours, ShiftStep } from '#contracts/endpoints/numbers.endpoints.ts';
import type { NumberQuestion } from '../../kit/numbers/opened-number.atoms.ts';
import { historyPath } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import {
  formatDate,
  formatDates,
  formatDateTimeAt,
  formatHours,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRate,
} from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { CommissionLines } from './commission-lines.view.tsx';
import { formatQuotient, formatSpan } from './exact-text.ts';
import { closeNumberAtom, numberQuery, type Opened, openedAtom } from './numbers.atoms.ts';
import styles from './numbers.module.css';

type NumberFactsProps = {
  question: NumberQuestion;
  /** The heading above the facts. */
  head: (title: string, about: string) => ReactNode;
};

/** The facts of a number of an employee. They follow the number while it is open. */
export function NumberFacts({ question, head }: NumberFactsProps) {
  useQuery(numberQuery, question);
  const close = useSetAtom(closeNumberAtom);
  useEffect(() => close, [close]);
  const asked = useAtomValue(numberQuery.parametersAtom);
  const facts = useAtomValue(openedAtom);
  // Another number was open before; the facts of this one are about to load.
  const opened = JSON.stringify(asked) === JSON.stringify(question) ? facts : undefined;
  const isOfHours = question.of === 'sales per hour' || question.of === 'goal';
  return (
    <>
      {opened
        ? head(`How ${numberText(question, opened)} came to be`, aboutText(question, opened))
        : head('How this number came to be', '')}
      <QueryState of={numberQuery} loading="Loading what makes this number" />
      {opened && (
        <div className={styles.body}>
          <Verdict opened={opened} />
          {question.of === 'goal' && <GoalFacts opened={opened} />}
          {isOfHours && <HoursFacts opened={opened} />}
          <CommissionLines opened={opened} />
          {question.of === 'commission of the day' && <HoursFacts opened={opened} />}
        </div>
      )}
    </>
  );
}

/** Whether the lines add up to the number on the screen. If they do not, it says so. */
function Verdict({ opened: { agrees, differences, shown } }: { opened: Opened }) {
  if (agrees) {
    return (
      <p className={styles.verdict}>
        <Icon of={Check} size={16} />
        <span>The lines below add up to what is shown: {shown.map(({ screen }) => screen).join(', ')}.</span>
      </p>
    );
  }
  return (
    <div className={styles.wrong} role="alert">
      <Icon of={TriangleAlert} />
      <div>
        <p>The lines below do not add up to what is shown. This was written to the log for us to look at.</p>
        <ul>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The opened number as text, from its facts. */
function numberText({ of }: NumberQuestion, opened: Opened): string {
  const { commission, sales_per_hour: rate = 'N/A', goal } = opened;
  if (of === 'commission' || of === 'commission of the day') return formatMoney(commission);
  if (of === 'goal' && goal)
    return `${formatRate(rate)} of ${formatNumber(goal.hourly_sales)} sales per hour`;
  return rate === 'N/A' ? rate : `${formatRate(rate)} sales per hour`;
}

/** The employee and the date of the number. */
function aboutText(question: NumberQuestion, { employee, date }: Opened): string {
  const period = question.of === 'commission' ? question : { from: date, to: date };
  return `${fullName(employee)}, ${periodText(period)}`;
}

function periodText({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from && to) return from === to ? formatDate(from, 'long') : formatDates(from, to);
  if (from) return `from ${formatDate(from)} on`;
  return to ? `until ${formatDate(to)}` : 'all time';
}

/** The goal, the sales due by now and the sales so far. */
function GoalFacts({ opened }: { opened: Opened }) {
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

/** The hours of the shift, their source, and the division. */
function HoursFacts({ opened }: { opened: Opened }) {
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
            <time dateTime={step.at}>{formatDateTimeAt(step.at, hours.time_zone)}</time>
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
