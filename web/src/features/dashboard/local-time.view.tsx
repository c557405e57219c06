import { useAtomValue } from 'jotai';
import { nowAtom } from '../../kit/clock.atoms.ts';
import { formatTimeElsewhere } from '../../ui/format.ts';
import styles from './local-time.module.css';

/** What the clock of the person shows now; nothing where it is the clock of the viewer. */
export function LocalTime({ row }: { row: { current_timezone: string | null } }) {
  const time = formatTimeElsewhere(useAtomValue(nowAtom), row.current_timezone);
  return time && <span className={styles.time}>{time}</span>;
}
