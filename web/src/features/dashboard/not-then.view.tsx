import { useAtomValue } from 'jotai';
import { ownPastProblemAtom, type ownPastStateAtom } from '../../app/time-travel/own-past.atoms.ts';
import { Loading } from '../../ui/mark.tsx';
import styles from './figure-card.module.css';

type NotThenProps = { state: Exclude<ReturnType<(typeof ownPastStateAtom)['read']>, 'there'> };

/** In place of own figures of the past that are not, or not yet, there. */
export function NotThen({ state }: NotThenProps) {
  const problem = useAtomValue(ownPastProblemAtom);
  if (state === 'loading') return <Loading label="Loading how it was" />;
  return (
    <p className={styles.nothing}>{state === 'not here' ? 'You were not in the company yet.' : problem}</p>
  );
}
