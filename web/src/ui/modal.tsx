import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './modal.module.css';

type ModalProps = {
  open: boolean;
  onClose: () => void;
  /** False while its work runs: then neither Esc nor a click outside closes it. */
  closable?: boolean;
  /** A click outside closes it, too. */
  lightDismiss?: boolean;
  /** A card in the middle of the page, or a panel as high as the page. */
  shape?: 'card' | 'panel';
  className?: string | undefined;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
};

/** A modal dialog. The browser holds the focus in it, gives the focus back, and closes it on Esc. Empty while closed. */
export function Modal({
  open,
  onClose,
  closable = true,
  lightDismiss = false,
  shape = 'card',
  className = '',
  children,
  ...label
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open) element?.showModal();
    return () => element?.close();
  }, [open]);
  return (
    <dialog
      {...label}
      ref={dialog}
      className={`${styles.modal} ${className}`}
      data-shape={shape}
      closedby={closable ? (lightDismiss ? 'any' : 'closerequest') : 'none'}
      // The close event comes a frame later, when another dialog may be open.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={() => {
        if (!open || dialog.current?.open) return;
        if (closable) onClose();
        // A browser without `closedby` closes it all the same.
        else dialog.current?.showModal();
      }}
    >
      {open && children}
    </dialog>
  );
}
