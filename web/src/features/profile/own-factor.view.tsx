import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  factorAlertAtom,
  factorBusyAtom,
  factorsQuery,
  firstCodeForm,
  newCodesAtom,
  type Offer,
  offerAppAtom,
  offerAtom,
  removeAppAtom,
  renewCodesAtom,
} from './own-factor.atoms.ts';
import styles from './own-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.view.tsx')).QrCode }));

/** The person's authenticator app and recovery codes. */
export function OwnFactor() {
  const [alert, setAlert] = useAtom(factorAlertAtom);
  const [offer, setOffer] = useAtom(offerAtom);
  const [codes, setCodes] = useAtom(newCodesAtom);
  const factors = useQuery(factorsQuery, null);
  // Secrets and messages do not outlive the page.
  useEffect(
    () => () => {
      setOffer(null);
      setCodes(null);
      setAlert(noAlert);
    },
    [setOffer, setCodes, setAlert],
  );
  return (
    <div className={styles.factor}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={factorsQuery} loading="Loading your second factor" />
      {factors && (
        <Panel narrow title="Authenticator app">
          {codes ? (
            <NewCodes codes={codes} onClose={() => setCodes(null)} />
          ) : offer ? (
            <Offered offer={offer} onClose={() => setOffer(null)} />
          ) : (
            <Standing
              isSetUp={factors.authenticator}
              hasPasskey={factors.passkeys > 0}
              left={factors.recoveryCodes}
            />
          )}
        </Panel>
      )}
    </div>
  );
}

type StandingProps = { isSetUp: boolean; hasPasskey: boolean; left: number };

function Standing({ isSetUp, hasPasskey, left }: StandingProps) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(factorBusyAtom);
  const setUp = useSetAtom(offerAppAtom);
  const renew = useSetAtom(renewCodesAtom);
  const remove = useSetAtom(removeAppAtom);
  const confirm = () => {
    setAsking(false);
    void remove();
  };
  return (
    <div className={styles.content}>
      <p>
        {isSetUp
          ? `Your password needs a code of the app. ${left} of your recovery codes are left.`
          : 'With an app on your phone, your password needs a code that changes every 30 seconds. Another person who learns the password cannot sign in with it alone.'}
      </p>
      <div className={styles.actions}>
        <Button variant="plain" busy={busy} onClick={() => void setUp()}>
          {isSetUp ? 'Set up another app' : 'Set up an authenticator app'}
        </Button>
        {(isSetUp || hasPasskey) && (
          <Button variant="plain" busy={busy} onClick={() => void renew()}>
            Make new recovery codes
          </Button>
        )}
        {isSetUp && (
          <Button variant="plain" busy={busy} onClick={() => setAsking(true)}>
            Remove the app
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        warning="Your password signs you in without a code then, and the recovery codes work no more."
        action="Remove"
        busyAction="Removing…"
        busy={busy}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function Offered({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  return (
    <div className={styles.content}>
      <div className={styles.offer}>
        <Suspense fallback={<span className={styles.qr} />}>
          <QrCode text={offer.link} label="QR code for your authenticator app" />
        </Suspense>
        <div className={styles.steps}>
          <p>Scan this with your authenticator app, or type this key into it:</p>
          <p className={styles.secret}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <p>Then enter the code that the app shows.</p>
        </div>
      </div>
      <FormSheet
        form={firstCodeForm}
        action="Turn on"
        busyAction="Checking…"
        aside={
          <Button variant="plain" wide onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <FirstCode />
      </FormSheet>
    </div>
  );
}

function FirstCode() {
  const { type, bind } = useFields(firstCodeForm);
  useEffect(() => () => type({ code: '' }), [type]);
  return (
    <TextField
      {...bind('code')}
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus
    />
  );
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div className={styles.content}>
      <p>
        These are your recovery codes. Each signs you in once when the app is lost. Keep them where you find
        them without your phone: they are not shown again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={() => codes.join('\n')} label="Copy recovery codes" />
        <Button variant="plain" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
