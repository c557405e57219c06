import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { othersText } from '../../app/edit.atoms.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { CampaignDraft, CampaignForm } from './campaign-form.atoms.ts';

type CampaignFieldsProps = {
  form: CampaignForm;
  goals: readonly Goal[];
  /** What somebody else put meanwhile. */
  others?: Partial<CampaignDraft>;
  /** Under commission and tax. */
  ratesNote?: ReactNode;
};

/** The fields of a campaign, for a new one and for an edit. */
export function CampaignFields({ form, goals, others = {}, ratesNote }: CampaignFieldsProps) {
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const errorOf = (field: keyof CampaignDraft, message?: string) => {
    if (!refused.includes(field)) return false;
    const theirs = others[field];
    if (theirs !== undefined) return othersText(field === 'goalId' ? nameOf(theirs, goals) : theirs);
    return draft[field].trim() === '' || message === undefined ? true : message;
  };

  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        autoFocus
        autoComplete="off"
        maxLength={TEXT_MAX}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => type({ name: event.target.value })}
      />
      <FieldPair hint={ratesNote}>
        <TextField
          name="commission"
          label="Commission"
          required
          after="%"
          inputMode="decimal"
          autoComplete="off"
          value={draft.commission}
          error={errorOf('commission', messages.invalidPercent)}
          onChange={(event) => type({ commission: event.target.value })}
        />
        <TextField
          name="tax"
          label="Tax"
          after="%"
          inputMode="decimal"
          autoComplete="off"
          value={draft.tax}
          error={errorOf('tax', messages.invalidPercent)}
          onChange={(event) => type({ tax: event.target.value })}
        />
      </FieldPair>
      <SelectField
        name="goalId"
        label="Goal"
        required
        value={draft.goalId}
        error={errorOf('goalId')}
        onChange={(event) => type({ goalId: event.target.value })}
      >
        <option value="">Choose a goal</option>
        {goals.map((goal) => (
          <option key={goal.id} value={goal.id}>
            {labelOf(goal)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function labelOf({ name, hourly_sales, hourly_decisions }: Goal): string {
  const sales = `${formatNumber(hourly_sales)} sales`;
  const both = hourly_decisions > 0 ? `${sales}, ${formatNumber(hourly_decisions)} decisions` : sales;
  return `${name} (${both} an hour)`;
}

function nameOf(goalId: string, goals: readonly Goal[]): string {
  return goals.find(({ id }) => id === goalId)?.name ?? 'another goal';
}
