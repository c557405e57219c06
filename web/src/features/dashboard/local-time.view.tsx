import { useAtomValue } from 'jotai';
import { nowAtom } from '../../kit/clock.atoms.ts';
import { formatTimeElsewhere } from '../../ui/format.ts';
import styles from './local-time.module.css';

/** What the clock of a person in that zone shows now; nothing where it is the clock of the viewer. */
export function LocalTime({ row: { timezone } }: { row: { timezone: string | null } }) {
  const time = formatTimeElsewhere(useAtomValue(nowAtom), timezone);
  return time && <span className={styles.time}>{time}</span>;
}
