import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom, signOutAtom } from '../../kit/session/session.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { renewalWatchAtom } from './subscription-not-active.atoms.ts';

const TOLD = {
  administrator: 'The subscription of your company is not active. Please contact your administrator.',
  provider: 'The subscription of your company is not up to date. Please contact the provider, or renew it.',
} as const;

export function SubscriptionNotActivePage() {
  const mayRenew = hasRole(useAtomValue(employeeAtom), 'super employee');
  const signOut = useSetAtom(signOutAtom);
  const [problems, setProblems] = useState<readonly string[]>([]);
  useAtomValue(renewalWatchAtom);
  return (
    <StandAlone title={messages.subscriptionInactive} text={mayRenew ? TOLD.provider : TOLD.administrator}>
      {mayRenew && <LinkButton to={paths.companyProfile}>Renew</LinkButton>}
      <Button variant="plain" onClick={() => void signOut().then(setProblems)}>
        Log Out
      </Button>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </StandAlone>
  );
}
