import { useAtomValue } from 'jotai';
import { Lock } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { meets, type Need } from '../session/permissions.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { useBack } from './back.hooks.ts';
import { paths } from './paths.ts';
import styles from './restricted.module.css';

/** Screens behind it are for some only; the others are told so in its place. */
export function OnlyFor({ need }: { need: Need }) {
  return meets(useAtomValue(employeeAtom), need) ? <Outlet /> : <RestrictedPage />;
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
          <Button look="plain" onClick={back}>
            Back
          </Button>
        </div>
      </Panel>
    </>
  );
}
