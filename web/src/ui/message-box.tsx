import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Alert } from './alert.ts';
import { Icon } from './icon.tsx';
import styles from './message-box.module.css';

/**
 * The alert banner: red with its title for errors, amber for what is not done yet, green for a success, absent without messages. The
 * live region itself always exists, otherwise screen readers miss the text that appears in it.
 */
export function MessageBox({
  alert,
  onClose,
  children,
}: {
  alert: Alert;
  onClose: () => void;
  /** Below the messages: how to solve the problem. */
  children?: ReactNode;
}) {
  const isShowing = alert.messages.length > 0;
  return (
    <div role={alert.isError ? 'alert' : 'status'} className={styles.region}>
      {isShowing && (
        <div className={styles.box} data-error={alert.isError} data-pending={alert.isPending}>
          <Icon of={alert.isError || alert.isPending ? TriangleAlert : Check} />
          <div className={styles.text}>
            {alert.isError && (
              <p className={styles.title}>{alert.title ?? 'Please correct the following errors'}</p>
            )}
            {alert.messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
            {children}
          </div>
          <button type="button" className={styles.close} onClick={onClose} aria-label="Close message">
            <Icon of={X} />
          </button>
        </div>
      )}
    </div>
  );
}
