import { Search } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = {
  /** The label for screen readers: 'Search by name'. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Filters a list while a person types. The key `/` focuses it (`data-shortcut`); Esc clears it. */
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
