import { useAtomValue, useSetAtom } from 'jotai';
import { messages } from '#contracts/messages.ts';
import { employeeAtom, signOutAtom } from '../../app/session.atoms.ts';
import { StandAlone } from '../../app/stand-alone.view.tsx';
import { Button } from '../../ui/button.tsx';

export function SubscriptionNotActivePage() {
  const employee = useAtomValue(employeeAtom);
  const signOut = useSetAtom(signOutAtom);
  return (
    <StandAlone
      title={messages.subscriptionInactive}
      text={
        employee.employee_type === 'super employee'
          ? 'The subscription of your company is not up to date. Please contact the provider.'
          : 'The subscription of your company is not active. Please contact your administrator.'
      }
    >
      <Button look="plain" onClick={() => void signOut()}>
        Log Out
      </Button>
    </StandAlone>
  );
}
