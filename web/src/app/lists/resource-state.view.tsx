import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { Resource } from '../../api/resource.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { errorTickets, noTickets } from '../../ui/tickets.ts';
import styles from './resource-state.module.css';

type ResourceStateProps<Question, Reply> = {
  of: Resource<Question, Reply>;
  /** What is on its way: 'Loading goals'. */
  loading: string;
};

/**
 * Above what was fetched, and in its place until it is there: the loading sign, or why it did not come and a way
 * to try again. Nothing while all is well.
 */
export function ResourceState<Question, Reply>({ of, loading }: ResourceStateProps<Question, Reply>) {
  const [problem, setProblem] = useAtom(of.problemAtom);
  const hasFailed = useAtomValue(of.errorAtom) !== null;
  const busy = useAtomValue(of.loadingAtom);
  const isThere = useAtomValue(of.replyAtom) !== undefined;
  const reload = useSetAtom(of.reloadAtom);
  return (
    <>
      <MessageBox tickets={problem ? errorTickets(problem) : noTickets} onClose={() => setProblem(null)} />
      {!isThere && !hasFailed && <Loading label={loading} />}
      {!isThere && hasFailed && (
        <div className={styles.again}>
          <Button look="plain" busy={busy} busyLabel="Trying…" onClick={() => void reload()}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
