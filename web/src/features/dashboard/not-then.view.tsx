import { useAtomValue } from 'jotai';
import { ownPastProblemAtom, type ownPastStateAtom } from '../../kit/time-travel/own-past.atoms.ts';
import { Loading } from '../../ui/mark.tsx';
import styles from './figure-card.module.css';

type NotThenProps = { state: Exclude<ReturnType<(typeof ownPastStateAtom)['read']>, 'there'> };

/** Shown instead of own figures of the past that do not exist, or are not loaded yet. */
export function NotThen({ state }: NotThenProps) {
  const problem = useAtomValue(ownPastProblemAtom);
  if (state === 'loading') return <Loading label="Loading how it was" />;
  return (
    <p className={styles.nothing}>{state === 'not here' ? 'You were not in the company yet.' : problem}</p>
  );
}
