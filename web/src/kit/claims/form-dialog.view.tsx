import { type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './claims.module.css';

type FormDialogProps = {
  readonly title: string;
  readonly button: ReactNode;
  readonly variant?: 'main' | 'plain' | 'quiet';
  /** Says which of several buttons it is. */
  readonly label?: string;
  /** The form, which closes the dialog when it is sent. */
  readonly children: (close: () => void) => ReactNode;
};

/** A button with a form in a dialog, which may be loaded when it opens. */
export function FormDialog({ title, button, variant = 'plain', label, children }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Modal open={isOpen} onClose={close} aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <Suspense fallback={null}>{children(close)}</Suspense>
      </Modal>
    </>
  );
}
