import { Check } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './steps.module.css';

/** The steps of a process, with the current one (`at`, counted from 0); drawn on a dark panel. */
export function Steps({ of, at }: { of: readonly string[]; at: number }) {
  return (
    <ol className={styles.steps}>
      {of.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
        >
          <span className={styles.number}>
            {index < at ? <Icon of={Check} size={16} /> : index + 1}
            {index < at && <span className="visually-hidden">Done:</span>}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
