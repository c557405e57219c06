import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { KeyRound, LogOut } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Session } from '#contracts/endpoints/sessions.endpoints.ts';
import { historyPath } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  createSigningOut,
  hasOtherSessionsAtom,
  type SigningOut,
  sessionsAtom,
  sessionsQuery,
} from './own-sessions.atoms.ts';
import styles from './own-sessions.module.css';

/** The person's own sessions, so that they can recognise and end a foreign one. */
export function OwnSessions() {
  const { id } = useAtomValue(employeeAtom);
  const [signingOut] = useState(createSigningOut);
  useQuery(sessionsQuery, null);
  const sessions = useAtomValue(sessionsAtom);
  const [alert, setAlert] = useAtom(signingOut.alertAtom);
  const columns = useMemo(() => columnsWith(signingOut), [signingOut]);
  return (
    <div className={styles.sessions}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={sessionsQuery} loading="Loading your sign-ins" />
      {sessions && (
        <Panel flush title="Where you are signed in" note={<EverywhereElse of={signingOut} />}>
          <DataTable
            caption="Where you are signed in"
            columns={columns}
            rows={sessions}
            keyOf={({ id }) => id}
            download="sign-ins"
            empty={null}
          />
        </Panel>
      )}
      <p>
        <LinkButton variant="plain" to={historyPath('access', id)}>
          <Icon of={KeyRound} size={16} /> What happened to your account
        </LinkButton>
      </p>
    </div>
  );
}

function EverywhereElse({ of: { busyAtom, signOutAtom } }: { of: SigningOut }) {
  const hasOthers = useAtomValue(hasOtherSessionsAtom);
  const busy = useAtomValue(busyAtom);
  const signOut = useSetAtom(signOutAtom);
  if (!hasOthers) return null;
  return (
    <span className={styles.everywhere}>
      <Button variant="plain" busy={busy} onClick={() => void signOut('everywhere else')}>
        Sign out everywhere else
      </Button>
    </span>
  );
}

function columnsWith(signingOut: SigningOut): readonly Column<Session>[] {
  return [
    {
      label: 'Device',
      show: ({ device, current }) => (
        <span>
          {device || 'An unknown device'} {current && <span className={styles.own}>This one</span>}
        </span>
      ),
      csv: ({ device }) => device,
      card: 'heading',
    },
    {
      label: 'Since',
      show: ({ created_at }) => formatDateTime(created_at),
      csv: ({ created_at }) => created_at,
    },
    {
      label: 'Last seen',
      show: ({ last_seen_at, current }) => (current ? 'Now' : formatDateTime(last_seen_at)),
      csv: ({ last_seen_at }) => last_seen_at,
    },
    {
      label: 'Address',
      show: ({ address }) => <span className={styles.address}>{address}</span>,
      csv: ({ address }) => address,
    },
    { label: 'Actions', show: (session) => <SignOut of={signingOut} session={session} />, card: 'actions' },
  ];
}

function SignOut({ of: { busyAtom, signOutAtom }, session }: { of: SigningOut; session: Session }) {
  const busy = useAtomValue(busyAtom);
  const signOut = useSetAtom(signOutAtom);
  if (session.current) return null;
  return (
    <Button variant="quiet" busy={busy} onClick={() => void signOut(session)}>
      <Icon of={LogOut} size={16} /> Sign out
    </Button>
  );
}
