import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { CompanyHistory, LiveState } from './company-history.atoms.ts';
import styles from './live-switch.module.css';

type LiveSwitchProps = { of: CompanyHistory; on: boolean; onSwitch: (on: boolean) => void };

const STATES: { readonly [State in LiveState]: string } = {
  connecting: 'Connecting…',
  live: 'New events appear on top',
  reconnecting: 'Reconnecting…',
  paused: 'Paused while nobody looks',
  refused: 'Ended. Load the page again',
};

/** Switches live events on and off, and shows the state of the feed. */
export function LiveSwitch({ of, on, onSwitch }: LiveSwitchProps) {
  const state = useAtomValue(of.stateAtom);
  const canFollow = useAtomValue(of.canFollowAtom);
  const follow = useSetAtom(of.followAtom);
  useEffect(() => (on && canFollow ? follow() : undefined), [on, canFollow, follow]);
  return (
    <div className={styles.live}>
      <Checkbox label="Live" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
      <span className={styles.state} data-state={state ?? 'off'} role="status">
        {state === null ? 'Off: the list stays as it is' : STATES[state]}
      </span>
    </div>
  );
}
