import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { ChevronDown, Keyboard, LogOut, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { leaveAtom } from '../../kit/forms/unsaved-work.atoms.ts';
import { employeeAtom, isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { shortcutsAtom, THEMES, themeAtom } from '../../kit/theme.atoms.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { fullName } from '../../ui/full-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { entriesFor, personMenu } from './menu.ts';
import styles from './person-menu.module.css';
import { loggingOutAtom, logOutAtom, paletteAtom, shortcutsHelpAtom } from './shell.atoms.ts';

const THEME_LABELS = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** The menu under the person's name: own pages, theme, log out. */
export function PersonMenu() {
  const employee = useAtomValue(employeeAtom);
  const [theme, setTheme] = useAtom(themeAtom);
  const [shortcuts, setShortcuts] = useAtom(shortcutsAtom);
  const [isLoggingOut, setLoggingOut] = useAtom(loggingOutAtom);
  const leave = useSetAtom(leaveAtom);
  const panel = useRef<HTMLDivElement>(null);
  const help = useSetAtom(shortcutsHelpAtom);
  const find = useSetAtom(paletteAtom);
  const mayWork = useAtomValue(isSubscriptionActiveAtom);
  const close = () => panel.current?.hidePopover();
  const after = (work: () => void) => () => {
    close();
    work();
  };

  return (
    <>
      <button type="button" className={styles.button} popoverTarget="person-menu" title="Your menu">
        <span className={styles.initials} aria-hidden="true">
          {employee.first_name.slice(0, 1)}
          {employee.last_name.slice(0, 1)}
        </span>
        <span className={styles.name}>{fullName(employee)}</span>
        <Icon of={ChevronDown} size={16} />
      </button>
      <div ref={panel} id="person-menu" popover="auto" className={styles.panel}>
        {mayWork && (
          <button type="button" className={styles.entry} onClick={after(() => find(true))}>
            <Icon of={Search} /> Find people and screens
          </button>
        )}
        {entriesFor(personMenu, employee).map(({ label, path, icon }) => (
          <Link key={path} to={path} className={styles.entry} onClick={close}>
            <Icon of={icon} /> {label}
          </Link>
        ))}
        <div className={styles.settings}>
          <Segmented
            label="Appearance"
            small
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
          />
          <Checkbox
            label="Single-key shortcuts"
            checked={shortcuts}
            onChange={(event) => setShortcuts(event.target.checked)}
          />
        </div>
        <button type="button" className={styles.entry} onClick={after(() => help(true))}>
          <Icon of={Keyboard} /> Keyboard shortcuts
        </button>
        <button
          type="button"
          className={styles.entry}
          onClick={after(() => leave(() => setLoggingOut(true)))}
        >
          <Icon of={LogOut} /> Log Out
        </button>
      </div>
      {isLoggingOut && (
        <Suspense fallback={null}>
          <LoggingOut />
        </Suspense>
      )}
    </>
  );
}

export const loadLogOut = () => import('./log-out.view.tsx');

const LoggingOut = lazy(async () => {
  const chunk = await loadLogOut().catch(() => null);
  return { default: chunk?.LogOut ?? LogOutAtOnce };
});

/** Without the file that asks. */
function LogOutAtOnce() {
  const logOut = useSetAtom(logOutAtom);
  useEffect(() => void logOut(), [logOut]);
  return null;
}
