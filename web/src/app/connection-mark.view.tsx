import { useAtomValue } from 'jotai';
import { connectionAtom } from '../live/live.atoms.ts';
import styles from './connection-mark.module.css';

const WORDS = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'signed out': 'Not live',
} as const;

/** Whether news arrives by itself right now: small, in place, never in the way. */
export function ConnectionMark() {
  const connection = useAtomValue(connectionAtom);
  return (
    <span className={styles.mark} role="status" data-connection={connection}>
      <span className={styles.dot} aria-hidden="true" />
      {WORDS[connection]}
    </span>
  );
}
