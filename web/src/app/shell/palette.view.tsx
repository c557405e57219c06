import { useCombobox } from 'downshift';
import { useAtomValue, useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { sellForAtom } from '../../features/sales/add-sale.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { searchChoices } from '../../ui/choices.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Destination, destinationsAtom } from './palette.atoms.ts';
import styles from './palette.module.css';

/** More are not drawn: typing on is quicker than reading on. */
const MOST_DRAWN = 20;

type PaletteResultsProps = {
  typed: string;
  type: (text: string) => void;
  /** Where the cursor was in the field that stood here before this was loaded. */
  cursor: RefObject<number | null>;
  onClose: () => void;
};

/** Finds people, screens and actions by a few letters. */
export function PaletteResults({ typed, type, cursor, onClose }: PaletteResultsProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(cursor.current, cursor.current);
  }, [cursor]);
  const isManager = hasRole(useAtomValue(employeeAtom), 'manager');
  useQuery(allEmployeesQuery, null, { paused: !isManager });
  const found = searchChoices(useAtomValue(destinationsAtom), typed);
  const drawn = found.slice(0, MOST_DRAWN);
  const navigate = useNavigate();
  const sellFor = useSetAtom(sellForAtom);
  const go = ({ path, seller }: Destination) => {
    onClose();
    if (seller) sellFor(seller);
    void navigate(path);
  };
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Destination>({
    items: drawn,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    initialHighlightedIndex: 0,
    defaultHighlightedIndex: 0,
    itemToString: (destination) => destination?.name ?? '',
    itemToKey: (destination) => destination?.id,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && go(selectedItem),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, MenuMouseLeave } = useCombobox.stateChangeTypes;
      // Only Enter and a click choose; the mark stays for Enter.
      return type === InputBlur || type === MenuMouseLeave ? state : changes;
    },
  });
  // Esc belongs to the dialog.
  const leaveEscape = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape') Object.assign(nativeEvent, { preventDownshiftDefault: true });
  };
  return (
    <>
      <div className={styles.field}>
        <Icon of={Search} size={16} />
        <input
          {...getInputProps({
            ref: field,
            'aria-label': 'Find',
            placeholder: isManager ? 'Find a person, a screen or an action' : 'Find a screen or an action',
            onChange: ({ currentTarget }) => type(currentTarget.value),
            onKeyDown: leaveEscape,
          })}
          className={styles.input}
          spellCheck={false}
        />
      </div>
      <ul {...getMenuProps({ 'aria-label': 'Found' })} className={styles.list}>
        {drawn.map((destination, index) => (
          <li
            key={destination.id}
            {...getItemProps({ item: destination, index })}
            className={styles.row}
            data-highlighted={index === highlightedIndex}
          >
            <span className={styles.name}>{destination.name}</span>
            {destination.detail && <span className={styles.detail}>{destination.detail}</span>}
          </li>
        ))}
      </ul>
      <p className={styles.note} role="status">
        {found.length === 0 && 'Nothing found. Type less'}
        {found.length > MOST_DRAWN && `${found.length - MOST_DRAWN} more, type to narrow`}
      </p>
    </>
  );
}
