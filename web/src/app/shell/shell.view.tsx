import { useAtom, useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { Outlet, useLocation } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { noTickets } from '../../ui/tickets.ts';
import { OpenedNumberPlace } from '../numbers/opened-number.view.tsx';
import { salesPerHourRefreshAtom } from '../numbers/own-figures.atoms.ts';
import { paths } from '../routes/paths.ts';
import { employeeAtom, mayWorkAtom } from '../session/session.atoms.ts';
import { NowOnly } from '../time-travel/now-only.view.tsx';
import { TimeButton } from '../time-travel/time-button.view.tsx';
import { wrongMomentAtom } from '../time-travel/time-travel.atoms.ts';
import { TimeTravel, WrongMoment } from '../time-travel/time-travel.view.tsx';
import { ConnectionMark } from './connection-mark.view.tsx';
import { useLiveWatch } from './live-watch.hooks.ts';
import { isFormAt } from './menu.ts';
import { MenuDrawer } from './menu-drawer.view.tsx';
import { PersonMenu } from './person-menu.view.tsx';
import { shellTicketsAtom } from './shell.atoms.ts';
import { useFocusOnArrival, useScreensAhead } from './shell.hooks.ts';
import styles from './shell.module.css';
import { ICONS_ONLY, useMedia } from './shell-media.hooks.ts';
import { useShortcuts } from './shell-shortcuts.hooks.ts';
import { ShortcutsHelp } from './shell-shortcuts.view.tsx';
import { SideMenu } from './side-menu.view.tsx';
import { IconMenu } from './side-menu-icons.view.tsx';

const CONTENT = 'content';

/** Everything around a screen of a signed-in person. While it is shown and the company may work, news arrives by itself. */
export function Shell() {
  const employee = useAtomValue(employeeAtom);
  const { pathname } = useLocation();
  const mayWork = useAtomValue(mayWorkAtom);
  const iconsOnly = useMedia(ICONS_ONLY);
  const [tickets, setTickets] = useAtom(shellTicketsAtom);
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
        <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
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

/** What a company asks for while it works; without an active subscription all of it would be refused. */
function News() {
  useAtomValue(salesPerHourRefreshAtom);
  useLiveWatch();
  useScreensAhead();
  useShortcuts();
  return (
    <NowOnly>
      <ConnectionMark />
    </NowOnly>
  );
}
