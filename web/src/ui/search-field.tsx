import { Search } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = {
  /** What is searched, also what a screen reader says: 'Search by name'. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Narrows a list while typing. The key `/` comes here (`data-shortcut`); Esc empties it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className={styles.search}>
      <Icon of={Search} size={16} />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-shortcut="/"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
    </div>
  );
}
