import { useAtomValue } from 'jotai';
import { paths } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';

/** In the place of pay while the company has not set how often it pays. */
export function NoSchedule() {
  const maySet = hasRole(useAtomValue(employeeAtom), 'super employee');
  return (
    <Panel>
      <NowOnly
        past={<EmptyState title="No pay at that time">The company had not set how often it pays.</EmptyState>}
      >
        {maySet ? (
          <EmptyState
            title="How often do you pay?"
            action={<LinkButton to={paths.paySettings}>Set the pay schedule</LinkButton>}
          >
            With a schedule each person has a statement for each period, which grows with their Closed sales.
          </EmptyState>
        ) : (
          <EmptyState title="No pay periods yet">
            Your company has not set how often it pays. When it has, your statements appear here.
          </EmptyState>
        )}
      </NowOnly>
    </Panel>
  );
}
