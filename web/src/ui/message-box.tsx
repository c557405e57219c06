import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './message-box.module.css';
import type { Tickets } from './tickets.ts';

/**
 * The error-ticket banner: red with its title for errors, green for a success, absent without tickets. The
 * live region itself is always there, otherwise what appears in it is not read out.
 */
export function MessageBox({
  tickets,
  onClose,
  children,
}: {
  tickets: Tickets;
  onClose: () => void;
  /** Below the messages: what can be done about it. */
  children?: ReactNode;
}) {
  const isShowing = tickets.errorTickets.length > 0;
  return (
    <div role={tickets.error ? 'alert' : 'status'} className={styles.region}>
      {isShowing && (
        <div className={styles.box} data-error={tickets.error}>
          <Icon of={tickets.error ? TriangleAlert : Check} />
          <div className={styles.text}>
            {tickets.error && <p className={styles.title}>Please correct the following errors</p>}
            {tickets.errorTickets.map((message) => (
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
