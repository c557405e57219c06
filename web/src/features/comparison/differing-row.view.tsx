import { useAtomValue } from 'jotai';
import { Clock, type LucideIcon, Receipt, User } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ComparedRow, LaterEvent } from '#contracts/endpoints/comparison.endpoints.ts';
import { clockAtom } from '../../kit/clock.atoms.ts';
import { historyPath, paths, pathTo } from '../../kit/paths.ts';
import { Changes } from '../../ui/changes.tsx';
import { formatDate } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';
import { formatAgo, formatExact } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx';
import { differencesOf, effectText } from './comparison.atoms.ts';
import styles from './comparison.module.css';

/** A row of the billboard that has changed since, with the events that changed it. */
export function DifferingRow({ row }: { row: ComparedRow }) {
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
