import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { useMenu } from './menu.hooks.ts';
import { groupAt } from './menu.ts';
import styles from './side-menu.module.css';
import { MenuGroup } from './side-menu-group.view.tsx';

/** `onLeave` is called when an entry is chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const menu = useMenu();
  const mayWork = useAtomValue(isSubscriptionActiveAtom);
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
