import { useAtomValue } from 'jotai';
import { Clock, type LucideIcon, Receipt, User } from 'lucide-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ComparedRow, LaterEvent } from '#contracts/endpoints/comparison.endpoints.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { clockAtom, todayAtom } from '../../kit/clock.atoms.ts';
import { comparisonPath, historyPath, paths, pathTo } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Changes } from '../../ui/changes.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatMoment, formatNumber } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { formatAgo, formatExact } from '../../ui/moments.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx';
import { type ComparisonQuestion, comparisonQuery, differencesOf, effectText } from './comparison.atoms.ts';
import styles from './comparison.module.css';

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
  const today = useAtomValue(todayAtom);
  // Of a day that is not over there is nothing to ask, except as known at a moment of it.
  const isNow = until === '' && date >= today;
  const reply = useQuery(comparisonQuery, { date, until }, { paused: isNow });
  const rows = reply?.requestedData ?? [];
  const isTooEarly = useAtomValue(comparisonQuery.errorAtom) === 'asOfFuture' || isNow;
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

/** A row of the billboard that has changed since, with the events that changed it. */
function DifferingRow({ row }: { row: ComparedRow }) {
  const name = fullName(row);
  return (
    <Panel title={name} note={<Link to={pathTo(paths.employee, row.employee_id)}>Employee</Link>}>
      <table className={styles.figures}>
        <caption className="visually-hidden">{name}, as known then and as known today</caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">As known then</th>
            <th scope="col">As known today</th>
          </tr>
        </thead>
        <tbody>
          {differencesOf(row).map(({ label, past, present }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{past}</td>
              <td>
                <strong>{present}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.events.length > 0 ? (
        <Timeline label={`What made the difference for ${name}`}>
          {row.events.map((event) => (
            <Event key={event.entry.position} event={event} />
          ))}
        </Timeline>
      ) : (
        <p className={styles.summary}>Nobody did anything: a shift that was open then has gone on.</p>
      )}
    </Panel>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = { sale: Receipt, shift: Clock };

function Event({ event }: { event: LaterEvent }) {
  const now = useAtomValue(clockAtom);
  const { entry } = event;
  const { at, title, subject, effect, actor, from } = entry;
  const name = subject.kind === 'shift' ? formatDate(subject.name) : subject.name;
  const words = effectText(event);
  const changes = entry.changes.filter(({ changed }) => changed);
  return (
    <TimelineEntry
      icon={ICONS[subject.kind] ?? User}
      tone={effect}
      title={
        <>
          {title}:{' '}
          {isLinked(subject.kind) ? <Link to={historyPath(subject.kind, subject.id)}>{name}</Link> : name}
          {words && <span className={styles.effect}>{words}</span>}
        </>
      }
      time={{ instant: at, short: formatAgo(at, now), exact: formatExact(at) }}
      by={actor ? `${actor.name} ${from}` : from.charAt(0).toUpperCase() + from.slice(1)}
    >
      {effect === 'changed' && (
        <Changes
          of={changes.map(({ label, before, after }) => ({
            field: label,
            before: before?.text ?? null,
            after: after?.text ?? null,
          }))}
        />
      )}
    </TimelineEntry>
  );
}

type Linked = Parameters<typeof historyPath>[0];

function isLinked(kind: string): kind is Linked {
  return ['sale', 'shift', 'employee', 'campaign', 'goal'].includes(kind);
}
