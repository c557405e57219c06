import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { askingAtom } from '../../kit/session/confirm-identity.atoms.ts';
import { ConfirmIdentity } from '../../kit/session/confirm-identity.view.tsx';
import { loadSessionAtom, signOutAtom } from '../../kit/session/session.atoms.ts';
import { Button } from '../../ui/button.tsx';
import { factorsQuery } from './own-factor.atoms.ts';
import styles from './own-factor.module.css';
import { OwnFactor } from './own-factor.view.tsx';
import { OwnPasskeys } from './own-passkeys.view.tsx';

/** Where managers of a company that requires a second factor set one up, before anything else. */
export function SecondFactorPage() {
  const factors = useAtomValue(factorsQuery.replyAtom);
  const isAsked = useAtomValue(askingAtom) !== null;
  const goOn = useSetAtom(loadSessionAtom);
  const signOut = useSetAtom(signOutAtom);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const hasOne = factors !== undefined && (factors.authenticator || factors.passkeys > 0);
  return (
    <StandAlone title="A second factor" text={messages.factorNeeded}>
      <div className={styles.choices}>
        <OwnFactor />
        <OwnPasskeys />
      </div>
      {hasOne && <Button onClick={() => void goOn()}>Continue</Button>}
      <Button variant="plain" onClick={() => void signOut().then(setProblems)}>
        Log Out
      </Button>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {isAsked && <ConfirmIdentity />}
    </StandAlone>
  );
}
