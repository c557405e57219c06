import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Passkey } from '#contracts/endpoints/passkeys.endpoints.ts';
import { DeleteButton } from '../../kit/forms/delete-button.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { passkeysQuery } from '../../kit/session/passkeys.queries.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { createPasskeyChanges, type PasskeyChanges, passkeysAtom } from './own-passkeys.atoms.ts';
import styles from './own-passkeys.module.css';

/** The person's own passkeys: add, rename, delete. */
export function OwnPasskeys() {
  const [changes] = useState(createPasskeyChanges);
  useQuery(passkeysQuery, null);
  const passkeys = useAtomValue(passkeysAtom);
  const [alert, setAlert] = useAtom(changes.alertAtom);
  const columns = useMemo(() => columnsWith(changes), [changes]);
  return (
    <div className={styles.passkeys}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <QueryState of={passkeysQuery} loading="Loading your passkeys" />
      {passkeys && (
        <Panel flush title="Passkeys" note={<Add of={changes} />}>
          <DataTable
            caption="Passkeys"
            columns={columns}
            rows={passkeys}
            keyOf={({ id }) => id}
            download="passkeys"
            empty={
              <p className={styles.none}>
                With a passkey you sign in by your face, a finger or the PIN of this device, without the
                password.
              </p>
            }
          />
        </Panel>
      )}
    </div>
  );
}

function Add({ of: { busyAtom, addAtom } }: { of: PasskeyChanges }) {
  const busy = useAtomValue(busyAtom);
  const add = useSetAtom(addAtom);
  return (
    <span className={styles.add}>
      <Button variant="plain" busy={busy} onClick={() => void add()}>
        Add a passkey
      </Button>
    </span>
  );
}

function columnsWith(changes: PasskeyChanges): readonly Column<Passkey>[] {
  return [
    { label: 'Name', show: ({ name }) => name, csv: ({ name }) => name, card: 'heading' },
    {
      label: 'Added',
      show: ({ created_at }) => formatDateTime(created_at),
      csv: ({ created_at }) => created_at,
    },
    {
      label: 'Last used',
      show: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatDateTime(last_used_at)),
      csv: ({ last_used_at }) => last_used_at ?? '',
    },
    {
      label: 'Actions',
      show: (passkey) => (
        <span className={styles.actions}>
          <Rename of={changes} passkey={passkey} />
          <DeleteButton
            deletion={changes.deletion}
            row={passkey}
            what="The passkey"
            name={passkey.name}
            small
          />
        </span>
      ),
      card: 'actions',
    },
  ];
}

function Rename({ of: { busyAtom, renameAtom }, passkey }: { of: PasskeyChanges; passkey: Passkey }) {
  const [name, setName] = useState<string | null>(null);
  const busy = useAtomValue(busyAtom);
  const rename = useSetAtom(renameAtom);
  const close = () => setName(null);
  return (
    <>
      <Button variant="quiet" aria-label={`Rename ${passkey.name}`} onClick={() => setName(passkey.name)}>
        <Icon of={Pencil} size={16} /> Rename
      </Button>
      <TextDialog
        title="Rename the passkey"
        label="Name"
        action="Save"
        value={name}
        onChange={setName}
        onSubmit={(said) => void rename(passkey, said).then(close)}
        onCancel={close}
        busy={busy}
      />
    </>
  );
}
