import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Modal } from './modal.tsx';

type ConfirmDialogProps = {
  open: boolean;
  /** The text of the button that confirms. */
  action: string;
  busyAction: string;
  /** While true the dialog stays open. */
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the action concerns, shown above the warning. */
  children?: ReactNode;
};

/** 'Are you sure?' Esc cancels, and Cancel has the focus first. */
export function ConfirmDialog({
  open,
  action,
  busyAction,
  busy,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const title = useId();
  return (
    <Modal open={open} closable={!busy} onClose={onCancel} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        Are you sure?
      </h2>
      {children && <p className={styles.what}>{children}</p>}
      <p>This action is irreversible.</p>
      <div className={styles.actions}>
        <Button variant="plain" onClick={onCancel} aria-disabled={busy || undefined}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} busyLabel={busyAction} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
