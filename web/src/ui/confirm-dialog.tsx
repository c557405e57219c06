import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  open: boolean;
  /** What the button that does it says. */
  action: string;
  busyAction: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What it is about, above the warning. */
  children?: ReactNode;
};

/** 'Are you sure?' The browser's own dialog holds the focus; Esc is Cancel, and Cancel has the focus first. */
export function ConfirmDialog({
  open,
  action,
  busyAction,
  busy,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open) element?.showModal();
    else element?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      {/* Closed it is empty: nothing that searches the page finds what is not asked. */}
      {open && (
        <>
          <h2 id={title} className={styles.title}>
            Are you sure?
          </h2>
          {children && <p className={styles.what}>{children}</p>}
          <p>This action is irreversible.</p>
          <div className={styles.actions}>
            <Button look="plain" onClick={onCancel} aria-disabled={busy || undefined}>
              Cancel
            </Button>
            <Button look="danger" busy={busy} busyLabel={busyAction} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
