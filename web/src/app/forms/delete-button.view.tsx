import { useAtomValue, useSetAtom } from 'jotai';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Deletion } from './deletion.atoms.ts';

type DeleteButtonProps<Row> = {
  deletion: Deletion<Row>;
  row: Row;
  /** What is deleted, for the dialog: 'the goal Two an hour'. */
  what: ReactNode;
  /** It is gone. */
  onDone: () => void;
  small?: boolean;
};

/** Asks before it deletes. Its messages belong to the screen: a `MessageBox` of `deletion.ticketsAtom`. */
export function DeleteButton<Row>({ deletion, row, what, onDone, small = false }: DeleteButtonProps<Row>) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(deletion.busyAtom);
  const remove = useSetAtom(deletion.deleteAtom);
  const confirm = async () => {
    const isGone = await remove(row);
    setAsking(false);
    if (isGone) onDone();
  };
  return (
    <>
      <Button look={small ? 'quiet' : 'danger'} onClick={() => setAsking(true)}>
        <Icon of={Trash2} size={16} /> Delete
      </Button>
      <ConfirmDialog
        open={asking}
        action="Delete"
        busyAction="Deleting…"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {what}
      </ConfirmDialog>
    </>
  );
}
