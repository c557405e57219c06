import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FieldPair, TextField } from '../../ui/field.tsx';
import type { GoalForm } from './goals.atoms.ts';

type GoalFieldsProps = {
  form: GoalForm;
};

/** The fields of a goal, for a new one and for an edit. */
export function GoalFields({ form }: GoalFieldsProps) {
  const { bind } = useFields(form);
  return (
    <>
      <TextField {...bind('name')} label="Name" required autoFocus autoComplete="off" maxLength={TEXT_MAX} />
      <FieldPair>
        <TextField
          {...bind('hourlySales', messages.invalidNumber)}
          label="Sales Hourly"
          required
          inputMode="decimal"
          autoComplete="off"
          hint="Sales that an associate closes in an hour"
        />
        <TextField
          {...bind('hourlyDecisions', messages.invalidNumber)}
          label="Decisions Hourly"
          inputMode="decimal"
          autoComplete="off"
          hint="0 where they do not apply"
        />
      </FieldPair>
    </>
  );
}
