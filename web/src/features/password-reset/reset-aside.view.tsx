import { Steps } from '../../ui/steps.tsx';
import styles from './reset-aside.module.css';

const STEPS = ['Your email', 'The code', 'A new password'] as const;

/** Beside each step of a reset; `at` counts from 0. */
export function ResetAside({ at }: { at: number }) {
  return (
    <div className={styles.aside}>
      <p className={styles.title}>Back at your board in a minute</p>
      <Steps of={STEPS} at={at} />
    </div>
  );
}
