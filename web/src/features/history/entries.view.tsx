import { useAtomValue } from 'jotai';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { clockAtom, timeZoneAtom } from '../../kit/clock.atoms.ts';
import { historyPath, paths, pathTo } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Changes, type FieldChange } from '../../ui/changes.tsx';
import { formatAgo, formatDayOf, formatExact } from '../../ui/moments.ts';
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx';
import styles from './entries.module.css';
import {
  changedFieldsOf,
  daysOf,
  linkAsOfThen,
  mainAndOtherFields,
  nameOf,
  unchangedFieldsOf,
} from './entries.ts';
import { iconOf } from './kinds.ts';
import { hasOwnHistory } from './thing-history.atoms.ts';

type EntriesProps = {
  label: string;
  entries: readonly HistoryEntry[];
  among?: boolean;
  /** Entries after this log position arrived while the page was open. */
  newAfter?: number;
};

/** Events along a line, grouped by day. */
export function Entries({ label, entries, among = false, newAfter }: EntriesProps) {
  const timeZone = useAtomValue(timeZoneAtom);
  return (
    <div className={styles.days}>
      {daysOf(entries, timeZone).map((day) => (
        <Timeline key={day.key} label={label} heading={formatDayOf(day.instant)}>
          {day.entries.map((entry) => (
            <Entry
              key={entry.position}
              entry={entry}
              among={among}
              isNew={newAfter !== undefined && entry.position > newAfter}
            />
          ))}
        </Timeline>
      ))}
    </div>
  );
}

type EntryProps = {
  entry: HistoryEntry;
  /** In a list of several rows: says which row the event is about, and links to its history. */
  among?: boolean;
  isNew?: boolean;
};

/** One event: what, when, by whom and from where, with every changed field. */
const Entry = memo(function Entry({ entry, among = false, isNew = false }: EntryProps) {
  const employee = useAtomValue(employeeAtom);
  const isManager = hasRole(employee, 'manager');
  const { subject, effect, at } = entry;
  const then = linkAsOfThen(entry, { id: employee.id, isManager });
  return (
    <TimelineEntry
      icon={iconOf[subject.kind]}
      tone={effect}
      title={among ? <TitleAmong entry={entry} /> : entry.title}
      time={{ instant: at, short: <Ago instant={at} />, exact: formatExact(at) }}
      by={
        <By
          entry={entry}
          mayOpen={isManager}
          sayFor={among && subject.kind !== 'employee' && subject.kind !== 'access'}
        />
      }
      isNew={isNew}
      links={then && <Link to={then.to}>{then.label}</Link>}
    >
      <Fields entry={entry} among={among} />
    </TimelineEntry>
  );
});

function TitleAmong({ entry }: { entry: HistoryEntry }) {
  const { title, subject } = entry;
  if (subject.kind === 'company' || subject.kind === 'subscription') return title;
  const name = nameOf(entry);
  if (!hasOwnHistory(subject.kind)) return `${title}: ${name}`;
  return (
    <>
      {title}: <Link to={historyPath(subject.kind, subject.id)}>{name}</Link>
    </>
  );
}

function Ago({ instant }: { instant: string }) {
  return formatAgo(instant, useAtomValue(clockAtom));
}

type ByProps = { entry: HistoryEntry; mayOpen: boolean; sayFor: boolean };

function By({ entry: { actor, person, from }, mayOpen, sayFor }: ByProps) {
  const named = (who: { id: string; name: string }): ReactNode =>
    mayOpen ? <Link to={pathTo(paths.employee, who.id)}>{who.name}</Link> : who.name;
  return (
    <>
      {actor ? (
        <>
          {named(actor)} {from}
        </>
      ) : (
        from.charAt(0).toUpperCase() + from.slice(1)
      )}
      {sayFor && person && person.id !== actor?.id && <> · of {named(person)}</>}
    </>
  );
}

function Fields({ entry, among }: { entry: HistoryEntry; among: boolean }) {
  const { first, others } = mainAndOtherFields(entry);
  if (among && (entry.effect === 'made' || entry.effect === 'gone')) {
    return (
      <>
        <Changes of={first} />
        <Folded label={first.length > 0 ? 'Other details' : 'Details'} fields={others} />
      </>
    );
  }
  return (
    <>
      <Changes of={changedFieldsOf(entry)} />
      <Folded label="What stayed as it was" fields={unchangedFieldsOf(entry)} />
    </>
  );
}

/** Further fields, folded away. */
function Folded({ label, fields }: { label: string; fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <details className={styles.rest}>
      <summary>{label}</summary>
      <Changes of={fields} />
    </details>
  );
}
