import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import type { Form } from './form.atoms.ts';
import styles from './form-sheet.module.css';

type FormSheetProps<Draft, Reply> = {
  form: Form<Draft, Reply>;
  /** The text of the button, and its text while busy. */
  action: string;
  busyAction: string;
  /** Beside the button. */
  aside?: ReactNode;
  /** In the banner below its messages: how to solve the problem. */
  remedy?: ReactNode;
  /** Called when the server accepted the form. */
  onDone?: (reply: Reply) => void;
  /** The name of the field that gets the focus after success. */
  next?: keyof Draft & string;
  /** The server accepted the form and the page is about to change: nothing is sent any more. */
  leaving?: boolean;
  children: ReactNode;
};

/**
 * The banner, fields and button of a form. Enter submits, in a text area together with Ctrl or ⌘; Esc closes the
 * banner; a refusal focuses the first refused field. Each field carries the `name` of its
 * field in the draft.
 */
export function FormSheet<Draft, Reply>(props: FormSheetProps<Draft, Reply>) {
  const { form, action, busyAction, aside, remedy, onDone, next, leaving = false, children } = props;
  const [alert, setAlert] = useAtom(form.alertAtom);
  const busy = useAtomValue(form.busyAtom);
  const send = useSetAtom(form.submitAtom);
  const store = useStore();
  const banner = useRef<HTMLDivElement>(null);
  // A message about the last attempt is gone when the person returns to the form.
  useEffect(() => () => setAlert(noAlert), [setAlert]);

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
        if (event.key === 'Escape') setAlert(noAlert);
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
      noValidate
    >
      <div ref={banner} className={styles.banner}>
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)}>
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

/** Among several radio buttons the chosen one. */
function fieldOf(elements: HTMLFormControlsCollection, name = ''): HTMLElement | null {
  const found = elements.namedItem(name);
  if (!(found instanceof RadioNodeList)) return found instanceof HTMLElement ? found : null;
  const radios = [...found].filter((each) => each instanceof HTMLInputElement);
  return radios.find(({ checked }) => checked) ?? radios[0] ?? null;
}
