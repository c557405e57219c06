import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProofFault, Verification } from '#contracts/endpoints/proof.endpoints.ts';
import { fingerprint } from '#contracts/proof/verdict.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Progress } from '../../ui/progress.tsx';
import { faultPlace, faultText } from './fault-text.ts';
import {
  alertAtom,
  checkAtom,
  isRunningAtom,
  proofQuery,
  startingAtom,
  verificationAtom,
} from './proof.atoms.ts';
import styles from './proof.module.css';

/** The check: its button, its progress and its result. */
export function WholeCheck() {
  const { head, key, signatures } = useAtomValue(proofQuery.replyAtom) ?? {};
  const verification = useAtomValue(verificationAtom);
  const isBusy = useAtomValue(isRunningAtom);
  const isStarting = useAtomValue(startingAtom);
  const check = useSetAtom(checkAtom);
  const [alert, setAlert] = useAtom(alertAtom);
  return (
    <>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <Facts
        facts={[
          ['Events', formatNumber(head?.count ?? 0)],
          ['Newest', head?.at ? formatDateTime(head.at) : 'None yet'],
          ['Fingerprint', head ? <Fingerprint key="head" link={head.link} /> : '–'],
          ['Signed with the key', key ? <Fingerprint key="key" link={key} /> : '–'],
        ]}
      />
      {signatures === 'made' && (
        <p className={styles.note}>
          The check does not ask for signatures here: the key may be another one on each machine. The
          program's operator can give all of them the same.
        </p>
      )}
      <div className={styles.check}>
        <Button busy={isBusy || isStarting} busyLabel="Checking…" onClick={() => void check()}>
          Check the whole history
        </Button>
        <div className={styles.outcome} role="status">
          {verification && <Outcome of={verification} />}
        </div>
      </div>
    </>
  );
}

/** The beginning of a hash; the whole hash on hover. */
export function Fingerprint({ link }: { link: string }) {
  return (
    <code className={styles.fingerprint} title={link}>
      {fingerprint(link)}
    </code>
  );
}

function Outcome({ of: verification }: { of: Verification }) {
  const { state, checked, total, fault } = verification;
  switch (state) {
    case 'running':
      return (
        <>
          <Progress share={total === 0 ? 0 : checked / total} label="Events checked" />
          <p className={styles.note}>
            {formatNumber(checked)} of {formatNumber(total)} events
          </p>
        </>
      );
    case 'stopped':
      return <p className={styles.note}>The last check was cut short. Please start it again.</p>;
    case 'intact':
      return <Intact of={verification} />;
    case 'broken':
      return fault && <Broken fault={fault} />;
  }
}

function Intact({ of: { checked, until, seals, signed, erased, finished_at } }: { of: Verification }) {
  return (
    <div className={styles.verdict} data-holds="true">
      <Icon of={ShieldCheck} />
      <div>
        <p className={styles.title}>
          {formatNumber(checked)} {checked === 1 ? 'event' : 'events'}, nothing changed
          {until && `, until ${formatDateTime(until)}`}
        </p>
        <p className={styles.note}>
          {signed && 'Signed up to its end. '}
          {seals > 0 && `${formatNumber(seals)} ${seals === 1 ? 'seal fits' : 'seals fit'}. `}
          {erased > 0 && `Names and texts of ${formatNumber(erased)} were erased, which is no change. `}
          {finished_at && `Checked ${formatDateTime(finished_at)}`}
        </p>
      </div>
    </div>
  );
}

function Broken({ fault }: { fault: ProofFault }) {
  const place = faultPlace(fault);
  return (
    <div className={styles.verdict} data-holds="false">
      <Icon of={TriangleAlert} />
      <div>
        <p className={styles.title}>{faultText(fault)}</p>
        {(fault.at || place) && (
          <p className={styles.note}>
            {fault.at && `It happened ${formatDateTime(fault.at)}. `}
            {place && <Link to={place}>What else happened to it</Link>}
          </p>
        )}
        <p className={styles.note}>
          What to do: download everything below and keep the file, keep the mails with the seals, and contact
          us.
          {fault.kind !== 'seal' && ' All before this event is as it was recorded.'}
        </p>
        <details className={styles.note}>
          <summary>For whoever helps you</summary>
          <p>{fault.text}</p>
        </details>
      </div>
    </div>
  );
}
