import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useMenu } from './menu.hooks.ts';
import { groupAt, type MenuEntry } from './menu.ts';
import { MenuCount } from './menu-count.view.tsx';
import styles from './side-menu-icons.module.css';

/** The side menu as icons, for screens of medium width: names as tooltips, the entries of a group in a popover. */
export function IconMenu() {
  const menu = useMenu();
  const mayWork = useAtomValue(isSubscriptionActiveAtom);
  const here = groupAt(useLocation().pathname);
  return (
    <nav className={styles.menu} aria-label="Main">
      <Link to={paths.dashboard} className={styles.icon} aria-label="Tallyboard, to the dashboard">
        <Mark />
      </Link>
      {mayWork && (
        <>
          <NowOnly>
            <div className={styles.action}>
              <LinkButton to={paths.newSale} aria-label="New Sale" title="New Sale (n)">
                <Icon of={Plus} />
              </LinkButton>
            </div>
          </NowOnly>
          <ul className={styles.groups}>
            {menu.map((group) => (
              <li key={group.path}>
                {group.entries ? (
                  <IconGroup group={group} entries={group.entries} isHere={group.path === here?.path} />
                ) : (
                  <NavLink
                    to={group.path}
                    className={styles.icon}
                    aria-label={group.label}
                    title={group.label}
                  >
                    <Icon of={group.icon} />
                    <MenuCount path={group.path} />
                  </NavLink>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

type IconGroupProps = {
  group: MenuEntry;
  entries: NonNullable<MenuEntry['entries']>;
  isHere: boolean;
};

/** The browser closes its popover on Esc and on a click outside. */
function IconGroup({ group, entries, isHere }: IconGroupProps) {
  const { label, icon } = group;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // A popover is positioned against the page, not against its button.
  const place = () => {
    const top = button.current?.getBoundingClientRect().top ?? 0;
    panel.current?.style.setProperty('top', `${top}px`);
  };
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.icon}
        popoverTarget={id}
        title={label}
        data-here={isHere}
      >
        {/* A text, not a label: 'Goal' is also the label of a field. */}
        <span className="visually-hidden">{label}</span>
        <Icon of={icon} />
      </button>
      <div ref={panel} id={id} popover="auto" className={styles.panel} onBeforeToggle={place}>
        <p className={styles.title}>{label}</p>
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <NavLink to={entry.path} className={styles.entry} onClick={close}>
                {entry.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
