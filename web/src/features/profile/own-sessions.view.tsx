import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { LogOut } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Session } from '#contracts/endpoints/sessions.endpoints.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { ResourceState } from '../../app/lists/resource-state.view.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { noTickets } from '../../ui/tickets.ts';
import {
  createSigningOut,
  hasOthersAtom,
  type SigningOut,
  sessionsAtom,
  sessionsResource,
} from './own-sessions.atoms.ts';
import styles from './own-sessions.module.css';

/** The own sign-ins, to see one that should not be there and to end it. */
export function OwnSessions() {
  const [signingOut] = useState(createSigningOut);
  useResource(sessionsResource, null);
  const sessions = useAtomValue(sessionsAtom);
  const [tickets, setTickets] = useAtom(signingOut.ticketsAtom);
  const columns = useMemo(() => columnsWith(signingOut), [signingOut]);
  return (
    <div className={styles.sessions}>
      <MessageBox tickets={tickets} onClose={() => setTickets(noTickets)} />
      <ResourceState of={sessionsResource} loading="Loading your sign-ins" />
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
    </div>
  );
}

function EverywhereElse({ of: { busyAtom, signOutAtom } }: { of: SigningOut }) {
  const hasOthers = useAtomValue(hasOthersAtom);
  const busy = useAtomValue(busyAtom);
  const signOut = useSetAtom(signOutAtom);
  if (!hasOthers) return null;
  return (
    <span className={styles.everywhere}>
      <Button look="plain" busy={busy} onClick={() => void signOut('everywhere else')}>
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
    <Button look="quiet" busy={busy} onClick={() => void signOut(session)}>
      <Icon of={LogOut} size={16} /> Sign out
    </Button>
  );
}
