import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import type { MenuEntry } from './menu.ts';
import styles from './side-menu.module.css';

type MenuGroupProps = {
  group: MenuEntry;
  /** Whether the open screen belongs to the group. */
  isHere: boolean;
  onLeave?: (() => void) | undefined;
};

/** A group links to its list. Its entries are shown while one of its screens is open, otherwise on request. */
export function MenuGroup({ group, isHere, onLeave }: MenuGroupProps) {
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
