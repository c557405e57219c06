import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { errorAlert, noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { formatDayOf } from '../../ui/moments.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { daysOf } from './days.ts';
import styles from './entries.module.css';
import { Entry } from './entry.view.tsx';
import type { Pages } from './pages.ts';

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

/** The button for the next page of a history, and its error. */
export function More({ of }: { of: Pages }) {
  const hasMore = useAtomValue(of.hasMoreAtom);
  const busy = useAtomValue(of.busyAtom);
  const [problem, setProblem] = useAtom(of.problemAtom);
  const more = useSetAtom(of.moreAtom);
  return (
    <div className={styles.more}>
      <MessageBox alert={problem ? errorAlert(problem) : noAlert} onClose={() => setProblem(null)} />
      {hasMore && (
        <Button variant="plain" busy={busy} busyLabel="Loading…" onClick={() => void more()}>
          Show more
        </Button>
      )}
    </div>
  );
}
