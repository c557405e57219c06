import { useState } from 'react';
import type { Claim } from '#contracts/endpoints/claims.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { createAnswerForm, createReopenForm } from './answer.atoms.ts';

type ClaimFormProps = { readonly claim: Claim; readonly onClose: () => void };

/** Answers a claim by a change that was made since, or by a reason. */
export function AnswerForm({ claim, onClose }: ClaimFormProps) {
  const [form] = useState(() => createAnswerForm(claim));
  const { bind } = useFields(form);
  const { changes } = claim;
  return (
    <FormSheet
      form={form}
      action="Send the answer"
      busyAction="Sending…"
      aside={<Cancel onClose={onClose} />}
      onDone={onClose}
    >
      {changes.length === 0 ? (
        <p>Nothing has changed since. Correct what was recorded first, or say why it is right.</p>
      ) : (
        <SelectField {...bind('resolution', messages.noSuchResolution)} label="Change that answers it">
          <option value="">None</option>
          {changes.map(({ position, title }) => (
            <option key={position} value={position}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        {...bind('reason', messages.payReasonMissing)}
        label="Reason, which the person reads"
        hint={changes.length > 0 && 'Optional beside a change.'}
        maxLength={TEXT_MAX}
        autoComplete="off"
        autoFocus
      />
    </FormSheet>
  );
}

/** Says why an answered claim goes on. */
export function ReopenForm({ claim, onClose }: ClaimFormProps) {
  const [form] = useState(() => createReopenForm(claim));
  const { bind } = useFields(form);
  return (
    <FormSheet
      form={form}
      action="Reopen"
      busyAction="Reopening…"
      aside={<Cancel onClose={onClose} />}
      onDone={onClose}
    >
      <TextField
        {...bind('text', messages.payReasonMissing)}
        label="Why it goes on"
        hint="You can do this once for each claim."
        maxLength={TEXT_MAX}
        autoComplete="off"
        required
        autoFocus
      />
    </FormSheet>
  );
}

function Cancel({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="plain" onClick={onClose}>
      Cancel
    </Button>
  );
}
