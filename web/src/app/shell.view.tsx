import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Outlet, useLocation } from 'react-router-dom';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ConnectionMark } from './connection-mark.view.tsx';
import { useLiveWatch } from './live-watch.hooks.ts';
import { MenuDrawer } from './menu-drawer.view.tsx';
import { salesPerHourRefreshAtom } from './own-figures.atoms.ts';
import { paths } from './paths.ts';
import { PersonMenu } from './person-menu.view.tsx';
import { employeeAtom, mayWorkAtom } from './session.atoms.ts';
import { useFocusOnArrival, useNewSaleKey, useScreensAhead } from './shell.hooks.ts';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.view.tsx';

const CONTENT = 'content';

/** Everything around a screen of a signed-in person. While it is shown and the company may work, news arrives by itself. */
export function Shell() {
  const employee = useAtomValue(employeeAtom);
  const { pathname } = useLocation();
  const mayWork = useAtomValue(mayWorkAtom);
  useFocusOnArrival(CONTENT);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${CONTENT}`}>
        Skip to content
      </a>
      <div className={styles.side}>
        <SideMenu />
      </div>
      <header className={styles.header}>
        <MenuDrawer />
        <p className={styles.greeting}>Hello, {employee.first_name}</p>
        {mayWork && <News />}
        <PersonMenu />
      </header>
      <main id={CONTENT} className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {mayWork && pathname !== paths.newSale && (
        <div className={styles.thumb}>
          <LinkButton to={paths.newSale} wide>
            <Icon of={Plus} /> New Sale
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** What a company asks for while it works; without an active subscription all of it would be refused. */
function News() {
  useAtomValue(salesPerHourRefreshAtom);
  useLiveWatch();
  useScreensAhead();
  useNewSaleKey();
  return <ConnectionMark />;
}
