import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { NowOnly } from '../../kit/time-travel/now-only.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateOf } from '../../ui/format.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import styles from './invitation.module.css';
import { createSending, invitationsQuery, invitedAtom, stateOf } from './invitations.atoms.ts';

/** Beside the name of an employee before the first sign-in. The list loads the query. */
export function InvitedMark({ id }: { id: string }) {
  const invited = useAtomValue(invitedAtom)(id);
  if (invited === null) return null;
  return <span className={styles.mark}>{stateOf(invited, Date.now())}</span>;
}

/** On the card of an employee: whether they have come, and the invitation again. */
export function Invitation({ id }: { id: string }) {
  useQuery(invitationsQuery, null);
  const invited = useAtomValue(invitedAtom)(id);
  const [sending] = useState(createSending);
  const [alert, setAlert] = useAtom(sending.alertAtom);
  const busy = useAtomValue(sending.busyAtom);
  const send = useSetAtom(sending.sendAtom);
  if (invited === null) return null;
  const { invited_at, ends_at, needs_email } = invited;
  return (
    <NowOnly>
      <div className={styles.invitation}>
        {needs_email ? (
          <p>Another person has confirmed that this email is theirs. Enter another one by Edit.</p>
        ) : (
          <>
            <p>
              {invited_at === null || ends_at === null
                ? 'Has not signed in yet, and was not invited.'
                : `Has not signed in yet. Invited on ${formatDateOf(invited_at)}; the link ends on ${formatDateOf(ends_at)}.`}
            </p>
            <Button variant="plain" busy={busy} onClick={() => void send(id)}>
              {invited_at === null ? 'Send an invitation' : 'Send the invitation again'}
            </Button>
          </>
        )}
        <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      </div>
    </NowOnly>
  );
}
