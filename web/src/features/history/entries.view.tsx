import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { formatDayOf } from '../../ui/moments.ts';
import { errorTickets, noTickets } from '../../ui/tickets.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { daysOf } from './days.ts';
import styles from './entries.module.css';
import { Entry } from './entry.view.tsx';
import type { Pages } from './pages.atoms.ts';

type EntriesProps = {
  label: string;
  entries: readonly HistoryEntry[];
  among?: boolean;
  /** Those behind this position came while the page was open. */
  newAfter?: number;
};

/** Events along a line, under the days on which they happened. */
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

/** The way to the next page of a history, and why it did not come. */
export function More<Question>({ of }: { of: Pages<Question> }) {
  const hasMore = useAtomValue(of.hasMoreAtom);
  const busy = useAtomValue(of.busyAtom);
  const [problem, setProblem] = useAtom(of.problemAtom);
  const more = useSetAtom(of.moreAtom);
  return (
    <div className={styles.more}>
      <MessageBox tickets={problem ? errorTickets(problem) : noTickets} onClose={() => setProblem(null)} />
      {hasMore && (
        <Button look="plain" busy={busy} busyLabel="Loading…" onClick={() => void more()}>
          Show more
        </Button>
      )}
    </div>
  );
}
