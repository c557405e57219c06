import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { paths } from '../routes/paths.ts';
import { mayWorkAtom } from '../session/session.atoms.ts';
import { NowOnly } from '../time-travel/now-only.view.tsx';
import { useMenu } from './menu.hooks.ts';
import { groupAt } from './menu.ts';
import styles from './side-menu.module.css';
import { MenuGroup } from './side-menu-group.view.tsx';

/** `onLeave` is called when an entry was chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const menu = useMenu();
  const mayWork = useAtomValue(mayWorkAtom);
  const here = groupAt(useLocation().pathname);
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
      {mayWork && (
        <>
          <NowOnly>
            <div className={styles.action}>
              <LinkButton to={paths.newSale} wide onClick={onLeave} title="New Sale (n)">
                <Icon of={Plus} />
                New Sale
              </LinkButton>
            </div>
          </NowOnly>
          <ul>
            {menu.map((group) => (
              <MenuGroup
                key={group.path}
                group={group}
                isHere={group.path === here?.path}
                onLeave={onLeave}
              />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}
