import { useAtomValue } from 'jotai';
import { ChevronDown, Menu, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import { isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useMenu } from './menu.hooks.ts';
import { groupAt, type MenuEntry } from './menu.ts';
import { MenuCount } from './menu-count.view.tsx';
import styles from './side-menu.module.css';

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

type MenuGroupProps = {
  group: MenuEntry;
  /** Whether the open screen belongs to the group. */
  isHere: boolean;
  onLeave?: (() => void) | undefined;
};

/** A group links to its list. Its entries are shown while one of its screens is open, otherwise on request. */
function MenuGroup({ group, isHere, onLeave }: MenuGroupProps) {
  const { label, path, icon, entries } = group;
  const id = useId();
  const [turned, setTurned] = useState({ isHere, isOpen: isHere });
  // Opening a screen of the group opens the group and leaving closes it, whatever the person pressed before.
  const isOpen = turned.isHere === isHere ? turned.isOpen : isHere;

  if (!entries)
    return (
      <li>
        <NavLink to={path} className={styles.entry} onClick={onLeave}>
          <Icon of={icon} />
          {label}
          <MenuCount path={path} />
        </NavLink>
      </li>
    );
  return (
    <li>
      <div className={styles.group} data-here={isHere}>
        <Link to={path} className={styles.entry} onClick={onLeave}>
          <Icon of={icon} />
          {label}
        </Link>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setTurned({ isHere, isOpen: !isOpen })}
        >
          {/* A text, not a label: 'Campaign' is also the label of a field. */}
          <span className="visually-hidden">Entries of {label}</span>
          <Icon of={ChevronDown} size={16} />
        </button>
      </div>
      <ul id={id} hidden={!isOpen} className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <NavLink to={entry.path} className={styles.entry} onClick={onLeave}>
              {entry.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The side menu of narrow screens. */
export function MenuDrawer() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.drawer}>
      <IconButton icon={Menu} label="Menu" className={styles.button} onClick={() => setOpen(true)} />
      <Modal
        open={isOpen}
        shape="panel"
        lightDismiss
        className={styles.panel}
        aria-label="Menu"
        onClose={close}
      >
        <SideMenu onLeave={close} />
        <IconButton icon={X} label="Close menu" className={styles.close} onClick={close} />
      </Modal>
    </div>
  );
}
