import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Mark, Wordmark } from '../../ui/mark.tsx';
import styles from './side-panel.module.css';

const LINES = [
  'Track your sales and commision',
  'Track your progress with a detailed report',
  'Activate your winning mode',
] as const;

/** What the product promises, beside the form. */
export function SidePanel() {
  return (
    <aside className={styles.panel} aria-label="What Tallyboard is for">
      <Link to={paths.root} className={styles.home} aria-label="Tallyboard, to the start page">
        <Wordmark />
      </Link>
      <ul className={styles.lines}>
        {LINES.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <span className={styles.mark} aria-hidden="true">
        <Mark size={420} />
      </span>
    </aside>
  );
}
