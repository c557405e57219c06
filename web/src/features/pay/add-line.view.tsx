import { useSetAtom } from 'jotai';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { OfStatement } from './pay.atoms.ts';
import styles from './pay.module.css';
import { createLineForm, LINE_KINDS } from './pay-lines.atoms.ts';
import { KIND_NAMES } from './pay-words.ts';

type AddLineProps = {
  readonly of: OfStatement;
  readonly name: string;
  /** What is added then goes to the present statement. */
  readonly isLocked: boolean;
  readonly onDone: (message: string) => void;
};

/** A button with a dialog that adds a bonus or a correction. */
export function AddLine(props: AddLineProps) {
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="plain" onClick={() => setOpen(true)}>
        <Icon of={Plus} size={16} /> Bonus or correction
      </Button>
      <Modal open={isOpen} onClose={close} aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.dialogTitle}>
          Bonus or correction for {props.name}
        </h2>
        <LineForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

const OPTIONS = LINE_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }));

function LineForm({ of, isLocked, onDone, onClose }: AddLineProps & { onClose: () => void }) {
  const [form] = useState(() => createLineForm(of, isLocked));
  const { draft, bind } = useFields(form);
  const type = useSetAtom(form.typeAtom);
  return (
    <FormSheet
      form={form}
      action="Add"
      busyAction="Adding…"
      aside={
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      }
      onDone={({ message }) => {
        onClose();
        onDone(message);
      }}
    >
      {isLocked && <p>This statement is paid. The line goes to the present one.</p>}
      <Segmented
        name="kind"
        label="Kind"
        options={OPTIONS}
        value={draft.kind}
        onChange={(kind) => type({ kind })}
      />
      <TextField
        {...bind('amount', messages.invalidPayAmount)}
        label="Amount"
        before="$"
        autoComplete="off"
        hint="With a minus it is taken from the pay."
        required
        autoFocus
      />
      <TextField
        {...bind('reason', messages.payReasonMissing)}
        label="Reason, which the person reads"
        maxLength={TEXT_MAX}
        required
      />
    </FormSheet>
  );
}
