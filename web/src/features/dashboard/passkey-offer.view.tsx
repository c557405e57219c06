import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { paths } from '../../kit/paths.ts';
import { closeOfferAtom, isOfferedAtom, offerPasskeyAtom } from '../../kit/session/passkey-offer.atoms.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import styles from './passkey-offer.module.css';

/** A line above the dashboard after a sign-in by password, for a person without a passkey. */
export function PasskeyOffer() {
  const isOffered = useAtomValue(isOfferedAtom);
  const offer = useSetAtom(offerPasskeyAtom);
  const close = useSetAtom(closeOfferAtom);
  useEffect(() => void offer(), [offer]);
  if (!isOffered) return null;
  return (
    <aside className={styles.offer} aria-label="Passkeys">
      <p>Next time without the password: by your face, a finger or the PIN of this device.</p>
      <div className={styles.actions}>
        <LinkButton variant="plain" to={paths.myProfile} onClick={() => close()}>
          Set up a passkey
        </LinkButton>
        <Button variant="quiet" onClick={() => close()}>
          Not now
        </Button>
      </div>
    </aside>
  );
}
