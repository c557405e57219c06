import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { MessageCode } from '#contracts/messages.ts';
import type { InfiniteQuery } from '../../api/cache/infinite-query.atoms.ts';
import { errorAlert, noAlert, unansweredAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import styles from './more.module.css';

type Pages = Pick<InfiniteQuery<never, never>, 'hasMoreAtom' | 'busyAtom' | 'problemAtom' | 'moreAtom'>;

type Refusal = { readonly code: MessageCode; readonly message: string };

const alertOf = ({ code, message }: Refusal) =>
  code === 'unavailable'
    ? unansweredAlert(message, 'Press Show more again in a moment')
    : errorAlert(message);

/** The button for the next page of a list, and its error. */
export function More({ of }: { of: Pages }) {
  const hasMore = useAtomValue(of.hasMoreAtom);
  const busy = useAtomValue(of.busyAtom);
  const [problem, setProblem] = useAtom(of.problemAtom);
  const more = useSetAtom(of.moreAtom);
  return (
    <div className={styles.more}>
      <MessageBox alert={problem ? alertOf(problem) : noAlert} onClose={() => setProblem(null)} />
      {hasMore && (
        <Button variant="plain" busy={busy} busyLabel="Loading…" onClick={() => void more()}>
          Show more
        </Button>
      )}
    </div>
  );
}
