import { useAtom, useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { ConnectionMark } from '../../kit/live/connection-mark.view.tsx';
import { useLiveWatch } from '../../kit/live/live-watch.hooks.ts';
import { useOwnRate } from '../../kit/numbers/own-figures.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { keptSinceAtom } from '../../kit/session/kept-answers.atoms.ts';
import { employeeAtom, isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { TimeButton } from '../../kit/time-travel/time-button.view.tsx';
import { wrongMomentAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { TimeTravel, WrongMoment } from '../../kit/time-travel/time-travel.view.tsx';
import { isAwayAtom } from '../../live/live.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { LinkButton } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { useFocusOnArrival } from './focus-on-arrival.hooks.ts';
import {
  ConfirmIdentityPlace,
  loadFacts,
  loadPalette,
  OpenedNumberPlace,
  PalettePlace,
} from './lazy-dialogs.view.tsx';
import { isFormAt } from './menu.ts';
import { loadLogOut, PersonMenu } from './person-menu.view.tsx';
import { shellAlertAtom } from './shell.atoms.ts';
import styles from './shell.module.css';
import { usePaletteKey, useShortcuts } from './shell-shortcuts.hooks.ts';
import { ShortcutsHelp } from './shell-shortcuts.view.tsx';
import { MenuDrawer, SideMenu } from './side-menu.view.tsx';
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
        <NoNetwork />
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
      <ConfirmIdentityPlace />
      <ShortcutsHelp />
      {mayWork && <PalettePlace />}
    </div>
  );
}

/** On every screen of a page without a network: whether figures were kept on the device, and of when they are. */
function NoNetwork() {
  const isAway = useAtomValue(isAwayAtom);
  const since = useAtomValue(keptSinceAtom);
  const isShown = isAway || since !== null;
  return (
    <p role="status" className={styles.offline} hidden={!isShown}>
      {isShown && 'There is no network. Sales you record wait on this device.'}
      {since && ` Figures as of ${formatMoment(since)}`}
    </p>
  );
}

/** Requests that the server would refuse for a company without an active subscription. */
function News() {
  useOwnRate();
  useLiveWatch();
  const isStarted = usePrefetchedScreens();
  useShortcuts();
  usePaletteKey();
  return (
    <NowOnly>
      {isStarted && (
        <Suspense fallback={null}>
          <AfterStart />
        </Suspense>
      )}
      <ConnectionMark />
    </NowOnly>
  );
}

/** What opens at the press of a key must also open while the network is gone for a moment. */
const AHEAD = [
  loadPalette,
  loadFacts,
  () => import('../../features/sales/add-sale.view.tsx'),
  () => import('../../features/sales/my-sales.view.tsx'),
  loadLogOut,
];

/** Some time after the first screen is shown, so that prefetching does not slow it down. */
const PREFETCH_DELAY_MS = 1500;

/**
 * Prefetches the screens of daily work; true from then on. Without a network it waits for one: browsers do not ask for
 * a failed import again until the page is reloaded.
 */
function usePrefetchedScreens(): boolean {
  const [isStarted, setStarted] = useState(false);
  useEffect(() => {
    const start = () => {
      if (!navigator.onLine) return;
      setStarted(true);
      for (const load of AHEAD) load().catch(() => undefined);
    };
    const timer = setTimeout(() => {
      window.addEventListener('online', start);
      start();
    }, PREFETCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', start);
    };
  }, []);
  return isStarted;
}

/** Without a network at the start the screens work without it. */
const AfterStart = lazy(async () => {
  const chunk = await import('./after-start.view.tsx').catch(() => null);
  return { default: chunk?.AfterStart ?? (() => null) };
});

/** The widths at which the side menu shows icons only; the same as in its style sheet. */
const ICONS_ONLY = '(768px <= width <= 1024px)';

/** Whether a media query matches, updated when it changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
