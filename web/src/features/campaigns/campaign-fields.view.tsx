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
  const chosen = goals.find(({ id }) => id === draft.goalId);
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
        hint={chosen && perHour(chosen)}
        onChange={(event) => type({ goalId: event.target.value })}
      >
        <option value="">Choose a goal</option>
        {goals.map((goal) => (
          <option key={goal.id} value={goal.id}>
            {labelOf(goal, goals)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Its name; of two with the same one also what they ask for. */
function labelOf(goal: Goal, goals: readonly Goal[]): string {
  const isAlone = goals.every(({ id, name }) => id === goal.id || name !== goal.name);
  return isAlone ? goal.name : `${goal.name} (${perHour(goal)})`;
}

function perHour({ hourly_sales, hourly_decisions }: Goal): string {
  const sales = counted(hourly_sales, 'sale');
  const both = hourly_decisions > 0 ? `${sales} and ${counted(hourly_decisions, 'decision')}` : sales;
  return `${both} an hour`;
}

const counted = (count: number, what: string) => `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;

function nameOf(goalId: string, goals: readonly Goal[]): string {
  return goals.find(({ id }) => id === goalId)?.name ?? 'another goal';
}
