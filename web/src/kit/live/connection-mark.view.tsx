import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { connectionAtom, reconnectLiveAtom } from '../../live/live.atoms.ts';
import styles from './connection-mark.module.css';

const WORDS = {
  connecting: ['Connecting', 'What you see is as of when the page was loaded. News follows in a moment.'],
  live: ['Live', 'News arrives by itself, the moment it happens.'],
  reconnecting: [
    'Reconnecting',
    'The connection was lost. It comes back by itself, and what was missed with it. Press to try now.',
  ],
  'signed out': ['Not live', 'You are signed out here, so no news arrives. Reload the page to sign in.'],
} as const;

/** Shows whether live news arrives, and explains itself on request. */
export function ConnectionMark() {
  const connection = useAtomValue(connectionAtom);
  const reconnect = useSetAtom(reconnectLiveAtom);
  const [isHushed, setHushed] = useState(false);
  const id = useId();
  const [word, meaning] = WORDS[connection];
  return (
    <span className={styles.place}>
      <span role="status">
        <button
          type="button"
          className={styles.mark}
          data-connection={connection}
          aria-describedby={id}
          onClick={() => connection === 'reconnecting' && reconnect()}
          onKeyDown={({ key }) => key === 'Escape' && setHushed(true)}
          onBlur={() => setHushed(false)}
          onPointerEnter={() => setHushed(false)}
        >
          <span className={styles.dot} aria-hidden="true" />
          {word}
        </button>
      </span>
      <span id={id} role="tooltip" className={styles.meaning} data-hushed={isHushed}>
        {meaning}
      </span>
    </span>
  );
}
