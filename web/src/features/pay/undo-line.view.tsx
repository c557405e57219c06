import { useAtomValue, useSetAtom } from 'jotai';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { StatementRow } from '#contracts/endpoints/pay.endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import type { Undo } from './pay-lines.atoms.ts';

/** Asks for the reason, and takes a bonus or a correction back. */
export function UndoLine({ line, undo: { busyAtom, undoAtom } }: { line: StatementRow; undo: Undo }) {
  const [reason, setReason] = useState<string | null>(null);
  const busy = useAtomValue(busyAtom);
  const send = useSetAtom(undoAtom);
  const close = () => setReason(null);
  return (
    <>
      <Button variant="quiet" aria-label={`Undo ${line.name}`} onClick={() => setReason('')}>
        <Icon of={Undo2} size={16} /> Undo
      </Button>
      <TextDialog
        title={`Undo the ${line.kind} of ${formatMoney(line.amount)}`}
        label="Reason, which the person reads"
        action={`Undo the ${line.kind}`}
        value={reason}
        onChange={setReason}
        onSubmit={(said) => void send(line.id, said).then(close)}
        onCancel={close}
        busy={busy}
      />
    </>
  );
}
