import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Modal } from './modal.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title?: string;
  warning?: string;
  cancel?: string;
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

/** 'Are you sure?', or another question. Esc cancels, and Cancel has the focus first. */
export function ConfirmDialog({
  open,
  title = 'Are you sure?',
  warning = 'This action is irreversible.',
  cancel = 'Cancel',
  action,
  busyAction,
  busy,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const titleId = useId();
  return (
    <Modal open={open} closable={!busy} onClose={onCancel} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children && <p className={styles.what}>{children}</p>}
      <p>{warning}</p>
      <div className={styles.actions}>
        <Button variant="plain" onClick={onCancel} aria-disabled={busy || undefined}>
          {cancel}
        </Button>
        <Button variant="danger" busy={busy} busyLabel={busyAction} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
