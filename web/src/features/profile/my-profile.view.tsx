import { useAtomValue } from 'jotai';
import { exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { Opens } from '../../app/numbers/opens.view.tsx';
import { loginTimeAtom, salesPerHourAtom } from '../../app/numbers/own-figures.atoms.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatRate, formatTime } from '../../ui/format.ts';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OwnSessions } from './own-sessions.view.tsx';

export function MyProfilePage() {
  const me = useAtomValue(employeeAtom);
  const rate = useAtomValue(salesPerHourAtom);
  const loginTime = useAtomValue(loginTimeAtom);
  return (
    <>
      <PageHeader
        title="My Profile"
        aside={
          <DownloadLink href={`/api${exportStatement.path.replace('{id}', encodeURIComponent(me.id))}`}>
            Download my statement
          </DownloadLink>
        }
      />
      <Panel narrow>
        <Facts
          facts={[
            ['First Name', me.first_name],
            ['Last Name', me.last_name],
            ['Email', me.email],
            ['Campaign', me.campaignname ?? '–'],
            ['Employee Number', me.employee_number || '–'],
            ['Employee Role', me.employee_role],
            [
              'Sales Per Hour',
              <Opens
                key="rate"
                question={{ of: 'sales per hour', id: me.id, date: 'today' }}
                text={formatRate(rate)}
              >
                <NumberRoll text={formatRate(rate)} />
              </Opens>,
            ],
            ['Logged In At', loginTime ? formatTime(loginTime) : 'Not today'],
          ]}
        />
      </Panel>
      <OwnSessions />
    </>
  );
}
