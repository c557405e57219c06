import { useAtomValue } from 'jotai';
import { Lock } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { paths } from '../../kit/paths.ts';
import { hasRole, type RequiredRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBack } from './back.hooks.ts';
import styles from './restricted.module.css';

/** Shows its screens to people with this role; everybody else sees the Restricted Access page. */
export function RequireRole({ need }: { need: RequiredRole }) {
  return hasRole(useAtomValue(employeeAtom), need) ? <Outlet /> : <RestrictedPage />;
}

function RestrictedPage() {
  const back = useBack(paths.dashboard);
  return (
    <>
      <PageHeader title="Restricted Access" />
      <Panel narrow>
        <div className={styles.restricted}>
          <Icon of={Lock} />
          <p>{messages.restricted}</p>
          <Button variant="plain" onClick={back}>
            Back
          </Button>
        </div>
      </Panel>
    </>
  );
}
