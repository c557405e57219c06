import { useAtomValue, useSetAtom } from 'jotai';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { othersText } from '../../app/edit.atoms.ts';
import { TextField } from '../../ui/field.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import type { GoalDraft, GoalForm } from './goal-form.atoms.ts';

type GoalFieldsProps = {
  form: GoalForm;
  /** What somebody else put meanwhile. */
  others?: Partial<GoalDraft>;
};

/** The fields of a goal, for a new one and for an edit. */
export function GoalFields({ form, others = {} }: GoalFieldsProps) {
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const errorOf = (field: keyof GoalDraft, message?: string) => {
    if (!refused.includes(field)) return false;
    const theirs = others[field];
    if (theirs !== undefined) return othersText(theirs);
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
      <FieldPair>
        <TextField
          name="hourlySales"
          label="Sales Hourly"
          required
          inputMode="decimal"
          autoComplete="off"
          hint="Sales that an associate closes in an hour"
          value={draft.hourlySales}
          error={errorOf('hourlySales', messages.invalidNumber)}
          onChange={(event) => type({ hourlySales: event.target.value })}
        />
        <TextField
          name="hourlyDecisions"
          label="Decisions Hourly"
          inputMode="decimal"
          autoComplete="off"
          hint="0 where they do not apply"
          value={draft.hourlyDecisions}
          error={errorOf('hourlyDecisions', messages.invalidNumber)}
          onChange={(event) => type({ hourlyDecisions: event.target.value })}
        />
      </FieldPair>
    </>
  );
}
