import type { ReactNode } from 'react';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FieldPair, SelectField, TextField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { CampaignForm } from './campaigns.atoms.ts';

type CampaignFieldsProps = {
  form: CampaignForm;
  goals: readonly Goal[];
  /** Below commission and tax. */
  ratesNote?: ReactNode;
};

/** The fields of a campaign, for a new one and for an edit. */
export function CampaignFields({ form, goals, ratesNote }: CampaignFieldsProps) {
  const { draft, bind } = useFields(form, {
    textOf: (field, value) => (field === 'goalId' ? nameOf(value, goals) : value),
  });
  const chosen = goals.find(({ id }) => id === draft.goalId);

  return (
    <>
      <TextField {...bind('name')} label="Name" required autoFocus autoComplete="off" maxLength={TEXT_MAX} />
      <FieldPair hint={ratesNote}>
        <TextField
          {...bind('commission', messages.invalidPercent)}
          label="Commission"
          required
          after="%"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...bind('tax', messages.invalidPercent)}
          label="Tax"
          after="%"
          inputMode="decimal"
          autoComplete="off"
        />
      </FieldPair>
      <SelectField {...bind('goalId')} label="Goal" required hint={chosen && perHour(chosen)}>
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

/** The name of the goal; with its numbers when another goal has the same name. */
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
