import { useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useFields } from '../forms/form-fields.hooks.ts';
import { FormSheet } from '../forms/form-sheet.view.tsx';
import { type ClaimedLine, createClaimForm, type DateKind } from './claim.atoms.ts';

const OPTIONS: readonly { readonly value: DateKind; readonly label: string }[] = [
  { value: 'missing sale', label: 'A sale' },
  { value: 'hours', label: 'Hours' },
];

type ClaimFormProps = {
  /** Null: something of a date is missing. */
  readonly line: ClaimedLine | null;
  readonly onClose: () => void;
};

/** What is wrong, for a manager to answer. */
export function ClaimForm({ line, onClose }: ClaimFormProps) {
  const [form] = useState(() => createClaimForm(line));
  const { draft, bind, type } = useFields(form);
  return (
    <FormSheet
      form={form}
      action="Send the claim"
      busyAction="Sending…"
      aside={
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      }
      onDone={onClose}
    >
      {line === null && (
        <>
          <Segmented
            name="kind"
            label="What is missing"
            options={OPTIONS}
            value={draft.kind}
            onChange={(kind) => type({ kind })}
          />
          <TextField {...bind('date', messages.invalidDate)} label="Date" type="date" required />
        </>
      )}
      <TextField
        {...bind('text', messages.payReasonMissing)}
        label="What is wrong, for your manager"
        maxLength={TEXT_MAX}
        autoComplete="off"
        required
        autoFocus
      />
    </FormSheet>
  );
}
