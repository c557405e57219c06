import { Lock } from 'lucide-react';
import type { StatementState } from '#contracts/endpoints/pay.endpoints.ts';
import { Icon } from '../../ui/icon.tsx';
import { StatusShape } from '../../ui/status-badge.tsx';
import styles from './pay.module.css';
import { STATE_NAMES } from './pay-words.ts';

const SHAPES = { open: 'Lead', 'in review': 'Negotiating', approved: 'Closed' } as const;

/** The state of a statement: shape and word. */
export function PayState({ state }: { state: StatementState }) {
  return (
    <span className={styles.state}>
      {state === 'paid' || state === 'imported' ? (
        <Icon of={Lock} size={12} />
      ) : (
        <StatusShape status={SHAPES[state]} />
      )}
      {STATE_NAMES[state]}
    </span>
  );
}
