import { useAtomValue } from 'jotai';
import { CalendarRange } from 'lucide-react';
import { exportStatement } from '#contracts/endpoints/proof.endpoints.ts';
import { OpenableNumber } from '../../kit/numbers/openable-number.view.tsx';
import { ownStartAtom, salesPerHourAtom } from '../../kit/numbers/own-figures.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatLoginTime, formatRate } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { NumberRoll } from '../../ui/number-roll.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OwnAccount } from './own-account.view.tsx';
import { OwnData } from './own-data.view.tsx';
import { OwnFactor } from './own-factor.view.tsx';
import { OwnPasskeys } from './own-passkeys.view.tsx';
import { OwnSessions } from './own-sessions.view.tsx';

export function MyProfilePage() {
  const me = useAtomValue(employeeAtom);
  const rate = useAtomValue(salesPerHourAtom);
  const start = useAtomValue(ownStartAtom);
  return (
    <>
      <PageHeader
        title="My Profile"
        aside={
          <>
            <LinkButton variant="plain" to={paths.myShifts}>
              <Icon of={CalendarRange} size={16} /> My Shifts
            </LinkButton>
            <DownloadLink href={`/api${exportStatement.path.replace('{id}', encodeURIComponent(me.id))}`}>
              Download my statement
            </DownloadLink>
          </>
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
              <OpenableNumber
                key="rate"
                question={{ of: 'sales per hour', id: me.id, date: 'today' }}
                text={formatRate(rate)}
              >
                <NumberRoll text={formatRate(rate)} />
              </OpenableNumber>,
            ],
            ['Logged In At', formatLoginTime(start) ?? 'Not today'],
          ]}
        />
      </Panel>
      <OwnAccount />
      <OwnPasskeys />
      <OwnFactor />
      <OwnSessions />
      <OwnData />
    </>
  );
}
