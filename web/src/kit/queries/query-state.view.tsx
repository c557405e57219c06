import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { MessageCode } from '#contracts/messages.ts';
import type { Query } from '../../api/cache/query.atoms.ts';
import { isDisconnectedAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert, unansweredAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/mark.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import styles from './query-state.module.css';

type QueryStateProps<Parameters, Reply> = {
  of: Query<Parameters, Reply>;
  /** The text while it loads: 'Loading goals'. */
  loading: string;
};

/** In the place of what could not be loaded. */
export const NEEDS_CONNECTION = 'There is no connection, so this was not loaded.';

function alertOf(problem: string, error: MessageCode | null, isThere: boolean): Alert {
  if (error !== 'unavailable') return errorAlert(problem);
  const advice = isThere
    ? 'What you see may be old. Reload the page to ask again'
    : 'Press Try again in a moment';
  return unansweredAlert(problem, advice);
}

/**
 * Above the loaded data, or in its place before it is loaded: the loading sign, or why it could not be loaded with
 * a button to try again. Empty while all is well.
 */
export function QueryState<Parameters, Reply>({ of, loading }: QueryStateProps<Parameters, Reply>) {
  const [problem, setProblem] = useAtom(of.problemAtom);
  const error = useAtomValue(of.errorAtom);
  const hasFailed = error !== null;
  const busy = useAtomValue(of.loadingAtom);
  const isThere = useAtomValue(of.replyAtom) !== undefined;
  const reload = useSetAtom(of.reloadAtom);
  const isUnreached = useAtomValue(isDisconnectedAtom) && error === 'unavailable';
  return (
    <>
      <MessageBox
        alert={problem && !isUnreached ? alertOf(problem, error, isThere) : noAlert}
        onClose={() => setProblem(null)}
      />
      {!isThere && !hasFailed && <Loading label={loading} />}
      {!isThere && hasFailed && (
        <div className={styles.again}>
          {isUnreached && <p>{NEEDS_CONNECTION}</p>}
          <Button variant="plain" busy={busy} busyLabel="Trying…" onClick={() => void reload()}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
