import { useAtomValue } from 'jotai';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { isLocalDate } from '#contracts/local-date.ts';
import { comparisonPath, paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatMoment, formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ComparisonQuestion, comparisonQuery } from './comparison.atoms.ts';
import styles from './comparison.module.css';
import { DifferingRow } from './differing-row.view.tsx';

const TITLE = 'Then and today';

/** Compares the billboard of a day as known at its end, or at another moment, with what is known today. */
export function ComparisonPage() {
  const { date = '' } = useParams();
  const [parameters] = useSearchParams();
  const until = parameters.get('until') ?? '';
  if (isLocalDate(date)) return <Comparison key={`${date} ${until}`} date={date} until={until} />;
  return (
    <>
      <PageHeader title={TITLE} />
      <Panel>
        <EmptyState
          title="There is no such date"
          action={<LinkButton to={paths.dashboard}>Go to the dashboard</LinkButton>}
        >
          The address names a date that is not in the calendar.
        </EmptyState>
      </Panel>
    </>
  );
}

function Comparison({ date, until }: ComparisonQuestion) {
  const navigate = useNavigate();
  const reply = useQuery(comparisonQuery, { date, until });
  const rows = reply?.requestedData ?? [];
  const isTooEarly = useAtomValue(comparisonQuery.errorAtom) === 'asOfFuture';
  return (
    <>
      <PageHeader
        title={TITLE}
        note={formatDate(date, 'long')}
        aside={<DateQuery date={date} onlyOne onQuery={(day) => void navigate(comparisonPath(day))} />}
      />
      {isTooEarly ? <NotOver /> : <QueryState of={comparisonQuery} loading="Loading what changed" />}
      {reply && rows.length === 0 && (
        <Panel>
          <EmptyState title="Nothing changed since">
            {reply.rows === 0
              ? 'Nobody worked or sold on this date, neither as known then nor as known today.'
              : `The billboard of this date is the same today as it was on ${formatMoment(reply.until)}.`}
          </EmptyState>
        </Panel>
      )}
      {reply && rows.length > 0 && (
        <div className={styles.rows}>
          <p className={styles.summary}>
            {formatNumber(rows.length)} of {formatNumber(reply.rows)}{' '}
            {reply.rows === 1 ? 'row differs' : 'rows differ'} from what was known on{' '}
            {formatMoment(reply.until)}
          </p>
          {rows.map((row) => (
            <DifferingRow key={row.employee_id} row={row} />
          ))}
        </div>
      )}
    </>
  );
}

function NotOver() {
  return (
    <Panel>
      <EmptyState title="This day is not over yet">
        It can be compared once it has ended. Choose a date before today.
      </EmptyState>
    </Panel>
  );
}
