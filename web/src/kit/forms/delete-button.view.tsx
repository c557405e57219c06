import { useAtomValue, useSetAtom } from 'jotai';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Deletion } from './deletion.atoms.ts';

type DeleteButtonProps<Row> = {
  deletion: Deletion<Row>;
  row: Row;
  /** What the row is, for the dialog: 'The goal'. */
  what: string;
  /** What it is called. */
  name: string;
  /** Called when the row is deleted. */
  onDone?: () => void;
  small?: boolean;
  /** The class of the word beside the icon. */
  wordClass?: string | undefined;
};

/** Asks before it deletes. The screen shows its messages: a `MessageBox` of `deletion.alertAtom`. */
export function DeleteButton<Row>({
  deletion,
  row,
  what,
  name,
  onDone,
  small = false,
  wordClass,
}: DeleteButtonProps<Row>) {
  const [asking, setAsking] = useState(false);
  const busy = useAtomValue(deletion.busyAtom);
  const remove = useSetAtom(deletion.deleteAtom);
  const confirm = async () => {
    const isGone = await remove(row);
    setAsking(false);
    if (isGone) onDone?.();
  };
  return (
    <>
      <Button
        variant={small ? 'quiet' : 'danger'}
        aria-label={`Delete ${name}`}
        {...(wordClass && { title: 'Delete' })}
        onClick={() => setAsking(true)}
      >
        <Icon of={Trash2} size={16} /> <span className={wordClass}>Delete</span>
      </Button>
      <ConfirmDialog
        open={asking}
        action="Delete"
        busyAction="Deleting…"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {what} {name}
      </ConfirmDialog>
    </>
  );
}
