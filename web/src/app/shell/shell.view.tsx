import { useAtom, useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Outlet, useLocation } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { ConnectionMark } from '../../kit/live/connection-mark.view.tsx';
import { useLiveWatch } from '../../kit/live/live-watch.hooks.ts';
import { salesPerHourRefreshAtom } from '../../kit/numbers/own-figures.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { employeeAtom, isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { TimeButton } from '../../kit/time-travel/time-button.view.tsx';
import { wrongMomentAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { TimeTravel, WrongMoment } from '../../kit/time-travel/time-travel.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { isFormAt } from './menu.ts';
import { MenuDrawer } from './menu-drawer.view.tsx';
import { OpenedNumberPlace } from './opened-number.view.tsx';
import { PersonMenu } from './person-menu.view.tsx';
import { shellAlertAtom } from './shell.atoms.ts';
import { ICONS_ONLY, useFocusOnArrival, useMedia, usePrefetchedScreens } from './shell.hooks.ts';
import styles from './shell.module.css';
import { useShortcuts } from './shell-shortcuts.hooks.ts';
import { ShortcutsHelp } from './shell-shortcuts.view.tsx';
import { SideMenu } from './side-menu.view.tsx';
import { IconMenu } from './side-menu-icons.view.tsx';

const CONTENT = 'content';

/** The frame around every screen of a signed-in person. While it is shown, live news arrives. */
export function Shell() {
  const employee = useAtomValue(employeeAtom);
  const { pathname } = useLocation();
  const mayWork = useAtomValue(isSubscriptionActiveAtom);
  const iconsOnly = useMedia(ICONS_ONLY);
  const [alert, setAlert] = useAtom(shellAlertAtom);
  const isPast = useAtomValue(isPastAtom);
  const isWrong = useAtomValue(wrongMomentAtom) !== null;
  useFocusOnArrival(CONTENT);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${CONTENT}`}>
        Skip to content
      </a>
      <div className={styles.side}>{iconsOnly ? <IconMenu /> : <SideMenu />}</div>
      <header className={styles.header}>
        {mayWork && <MenuDrawer />}
        <p className={styles.greeting}>Hello, {employee.first_name}</p>
        {mayWork && <TimeButton />}
        {mayWork && <News />}
        <PersonMenu />
      </header>
      <main id={CONTENT} className={styles.content} tabIndex={-1} data-past={isPast}>
        {mayWork && <TimeTravel />}
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
        {isWrong ? <WrongMoment /> : <Outlet />}
      </main>
      {mayWork && !isPast && !isFormAt(pathname) && (
        <div className={styles.thumb}>
          <LinkButton to={paths.newSale} wide>
            <Icon of={Plus} /> New Sale
          </LinkButton>
        </div>
      )}
      <OpenedNumberPlace />
      <ShortcutsHelp />
    </div>
  );
}

/** Requests that the server would refuse for a company without an active subscription. */
function News() {
  useAtomValue(salesPerHourRefreshAtom);
  useLiveWatch();
  usePrefetchedScreens();
  useShortcuts();
  return (
    <NowOnly>
      <ConnectionMark />
    </NowOnly>
  );
}
