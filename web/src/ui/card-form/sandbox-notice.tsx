import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import styles from './sandbox-notice.module.css';

/** Says that no payment here is real. */
export function SandboxNotice({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.notice} role="note">
      <Icon of={FlaskConical} />
      <div>
        <p className={styles.title}>Sandbox: no real card is charged</p>
        {children}
      </div>
    </div>
  );
}
