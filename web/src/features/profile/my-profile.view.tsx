import { useAtomValue } from 'jotai';
import { employeeAtom } from '../../app/session.atoms.ts';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OwnSessions } from './own-sessions.view.tsx';

export function MyProfilePage() {
  const me = useAtomValue(employeeAtom);
  return (
    <>
      <PageHeader title="My Profile" />
      <Panel narrow>
        <Facts
          facts={[
            ['Name', `${me.first_name} ${me.last_name}`],
            ['Email', me.email],
            ['Employee Number', me.employee_number || '–'],
            ['Role', me.employee_role],
            ['Campaign', me.campaignname ?? 'None'],
          ]}
        />
      </Panel>
      <OwnSessions />
    </>
  );
}
