import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { noTickets } from '../../ui/tickets.ts';
import type { Form } from './form.atoms.ts';
import styles from './form-sheet.module.css';

type FormSheetProps<Draft, Reply> = {
  form: Form<Draft, Reply>;
  /** What the button says, and what it says while busy. */
  action: string;
  busyAction: string;
  /** Beside the button. */
  aside?: ReactNode;
  /** Within the banner, below its messages: what can be done about them. */
  remedy?: ReactNode;
  /** Sent and accepted. */
  onDone?: (reply: Reply) => void;
  /** Takes the focus after success, by its name. */
  next?: keyof Draft & string;
  /** Accepted, and the page is about to change: nothing may be sent meanwhile. */
  leaving?: boolean;
  children: ReactNode;
};

/**
 * Banner, fields and button of a form. Enter sends, with Ctrl or ⌘ from every field, also from one of several lines;
 * Esc closes the banner; a refusal puts the focus on the first field it is about. Fields carry the `name` of their
 * part of the draft.
 */
export function FormSheet<Draft, Reply>(props: FormSheetProps<Draft, Reply>) {
  const { form, action, busyAction, aside, remedy, onDone, next, leaving = false, children } = props;
  const [tickets, setTickets] = useAtom(form.ticketsAtom);
  const busy = useAtomValue(form.busyAtom);
  const send = useSetAtom(form.submitAtom);
  const store = useStore();
  const banner = useRef<HTMLDivElement>(null);
  // What it said about the last try is no news to who comes back later.
  useEffect(() => () => setTickets(noTickets), [setTickets]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (leaving) return;
    const { elements } = event.currentTarget;
    const reply = await send();
    const target = reply === null ? store.get(form.refusedAtom)[0]?.toString() : next;
    fieldOf(elements, target)?.focus({ preventScroll: true });
    banner.current?.scrollIntoView({ block: 'nearest' });
    if (reply !== null) onDone?.(reply);
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTickets(noTickets);
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
      noValidate
    >
      <div ref={banner} className={styles.banner}>
        <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)}>
          {remedy}
        </MessageBox>
      </div>
      <div className={styles.fields}>{children}</div>
      <div className={styles.actions}>
        <Button type="submit" wide busy={busy || leaving} busyLabel={leaving ? action : busyAction}>
          {action}
        </Button>
        {aside}
      </div>
    </form>
  );
}

/** Of several radio buttons the one that is chosen. */
function fieldOf(elements: HTMLFormControlsCollection, name = ''): HTMLElement | null {
  const found = elements.namedItem(name);
  if (!(found instanceof RadioNodeList)) return found instanceof HTMLElement ? found : null;
  const radios = [...found].filter((each) => each instanceof HTMLInputElement);
  return radios.find(({ checked }) => checked) ?? radios[0] ?? null;
}
