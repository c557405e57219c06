import { useCombobox } from 'downshift';
import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Choice, searchChoices } from './choices.ts';
import styles from './combobox-field.module.css';
import { FieldFrame, type FieldProps, marked } from './field-frame.tsx';
import { formatNumber } from './format.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

type ComboboxFieldProps = Omit<FieldProps, 'before' | 'after'> & {
  /** One with an empty id comes first: it is what the button Clear leads back to. */
  choices: readonly Choice[];
  /** The id of the chosen one. */
  value: string;
  /** Gets the event of a field, as `bind` of a form expects it. */
  onChange: (changed: { target: { value: string } }) => void;
  name?: string;
  required?: boolean;
};

/** More than these are not drawn: a list of a thousand is too long to read. */
const MOST_DRAWN = 50;

/** One of many, found by typing a part of its name. A click shows all. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { choices, value, onChange, name, required, ...frame } = props;
  const id = useId();
  const chosen = choices.find((choice) => choice.id === value) ?? null;
  // Null while the person does not type: then the field has the name of the chosen one.
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => searchChoices(choices, typed ?? ''), [choices, typed]);
  const drawn = found.slice(0, MOST_DRAWN);
  const choose = (choice: Choice | null) => choice && onChange({ target: { value: choice.id } });

  const { isOpen, highlightedIndex, ...box } = useCombobox<Choice>({
    inputId: id,
    items: drawn,
    itemToString: (choice) => choice?.name ?? '',
    itemToKey: (choice) => choice?.id,
    selectedItem: chosen,
    inputValue: typed ?? chosen?.name ?? '',
    onSelectedItemChange: ({ selectedItem }) => choose(selectedItem),
    onIsOpenChange: ({ isOpen }) => isOpen || setTyped(null),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputChange, InputClick } = useCombobox.stateChangeTypes;
      // Enter takes the first one that fits what was typed.
      if (type === InputChange)
        return { ...changes, highlightedIndex: isAnything(changes.inputValue) ? 0 : -1 };
      // Tab leaves a half-typed name, it does not choose.
      if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem };
      // A second click moves the cursor.
      if (type === InputClick) return { ...changes, isOpen: true };
      return changes;
    },
  });
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = popup.current;
    if (!isOpen || !list?.parentElement) return;
    const { top, bottom } = list.parentElement.getBoundingClientRect();
    const below = innerHeight - bottom;
    list.dataset.above = String(list.offsetHeight > below && top > below);
    list.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const pressEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // In an open list Esc closes only the list; otherwise it belongs to the dialog or the message around the field.
    if (isOpen) event.stopPropagation();
    else Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
  };

  return (
    <FieldFrame {...frame} id={id} required={required}>
      <div className={styles.combobox}>
        <input
          {...box.getInputProps({
            ...marked(id, frame),
            name,
            required,
            'aria-labelledby': undefined,
            onChange: ({ currentTarget }) => setTyped(currentTarget.value),
            onFocus: ({ currentTarget }) => currentTarget.select(),
            onKeyDown: pressEscape,
          })}
          className={styles.input}
          spellCheck={false}
        />
        {value !== '' && choices.some((choice) => choice.id === '') && (
          <IconButton
            icon={X}
            size={16}
            label={`Clear ${frame.label}`}
            className={styles.clear}
            onClick={() => {
              onChange({ target: { value: '' } });
              document.getElementById(id)?.focus();
            }}
          />
        )}
        <button {...box.getToggleButtonProps()} type="button" className={styles.chevron} aria-hidden>
          <Icon of={ChevronDown} size={16} />
        </button>
        <div ref={popup} className={styles.popup} hidden={!isOpen}>
          <ul {...box.getMenuProps({ 'aria-label': 'Choices' })} className={styles.list}>
            {isOpen &&
              drawn.map((choice, index) => (
                <li
                  key={choice.id}
                  {...box.getItemProps({ item: choice, index })}
                  className={styles.choice}
                  data-highlighted={index === highlightedIndex}
                  data-chosen={choice.id === value}
                >
                  <span className={styles.name}>{choice.name}</span>
                  {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
                </li>
              ))}
          </ul>
          <p className={styles.note}>{noteOf(found.length)}</p>
        </div>
        <p className="visually-hidden" role="status">
          {isOpen && countOf(found.length)}
        </p>
      </div>
    </FieldFrame>
  );
}

const isAnything = (typed: string | undefined) => typed !== undefined && typed.trim() !== '';

/** Below the list: what it does not show. */
function noteOf(found: number): string | null {
  if (found === 0) return 'None found. Type less of the name';
  return found > MOST_DRAWN ? `… and ${formatNumber(found - MOST_DRAWN)} more, type to narrow` : null;
}

/** For screen readers, after each key. */
function countOf(found: number): string {
  const note = noteOf(found);
  return found === 0 && note ? note : [`${formatNumber(found)} found`, note].filter(Boolean).join(' ');
}
