import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { paths } from '../../kit/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { askForFactorAtom, isFactorAskedAtom, putFactorOffAtom } from './factor-notice.atoms.ts';
import styles from './passkey-offer.module.css';

/** A line above the dashboard of a super employee without a second factor; it can be put off for a week. */
export function FactorNotice() {
  const isAsked = useAtomValue(isFactorAskedAtom);
  const ask = useSetAtom(askForFactorAtom);
  const putOff = useSetAtom(putFactorOffAtom);
  useEffect(() => void ask(), [ask]);
  if (!isAsked) return null;
  return (
    <aside className={styles.offer} aria-label="Second factor">
      <p>
        Your password alone opens everything of your company. Protect it by a passkey or an authenticator app.
      </p>
      <div className={styles.actions}>
        <LinkButton variant="plain" to={paths.myProfile}>
          Set one up
        </LinkButton>
        <Button variant="quiet" onClick={() => putOff()}>
          Not now
        </Button>
      </div>
    </aside>
  );
}
