import { Steps } from '../../ui/steps.tsx';
import styles from './registration-aside.module.css';

const STEPS = ['Your company', 'Your email', 'Your card'] as const;

/** The welcome text beside each step of a registration; `at` counts from 0. */
export function RegistrationAside({ at }: { at: number }) {
  return (
    <div className={styles.aside}>
      <div className={styles.welcome}>
        <p className={styles.title}>Welcome to Tallyboard</p>
        <p>
          Record a sale, see your commission at once, and watch the whole floor live.{' '}
          <span className={styles.more}>Your board is three short steps away.</span>
        </p>
      </div>
      <Steps of={STEPS} at={at} />
      <p className={styles.promise}>Free for 7 days. No commitment, cancel anytime.</p>
    </div>
  );
}
