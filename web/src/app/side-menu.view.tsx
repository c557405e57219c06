import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { entriesFor, sideMenu } from './menu.ts';
import { paths } from './paths.ts';
import { employeeAtom } from './session.atoms.ts';
import styles from './side-menu.module.css';

/** `onLeave` is called when an entry was chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const employee = useAtomValue(employeeAtom);
  return (
    <nav className={styles.menu} aria-label="Main">
      <Link
        to={paths.dashboard}
        className={styles.home}
        aria-label="Tallyboard, to the dashboard"
        onClick={onLeave}
      >
        <Wordmark />
      </Link>
      <div className={styles.action}>
        <LinkButton to={paths.newSale} wide onClick={onLeave} title="New Sale (n)">
          <Icon of={Plus} />
          <span className={styles.label}>New Sale</span>
        </LinkButton>
      </div>
      <ul>
        {entriesFor(sideMenu, employee).map(({ label, path, icon }) => (
          <li key={path}>
            <NavLink to={path} className={styles.entry} onClick={onLeave} title={label}>
              <Icon of={icon} />
              <span className={styles.label}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
