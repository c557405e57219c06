import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { Opened } from './numbers.atoms.ts';
import styles from './numbers.module.css';

/** Whether the lines give what the screens show. Where they do not, nothing is hidden. */
export function Verdict({ opened: { agrees, differences, shown } }: { opened: Opened }) {
  if (agrees) {
    return (
      <p className={styles.verdict}>
        <Icon of={Check} size={16} />
        <span>The lines below add up to what is shown: {shown.map(({ screen }) => screen).join(', ')}.</span>
      </p>
    );
  }
  return (
    <div className={styles.wrong} role="alert">
      <Icon of={TriangleAlert} />
      <div>
        <p>The lines below do not add up to what is shown. This was written to the log for us to look at.</p>
        <ul>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
