import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { EMPLOYEE_ROLES } from '#contracts/events/employee.events.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { othersText } from '../../app/edit.atoms.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { hoursUnit } from '../../ui/format.ts';
import { lastDigit } from '../../ui/last-digit.ts';
import { CampaignField } from './campaign-field.view.tsx';
import type { EmployeeDraft, EmployeeForm } from './employee-form.atoms.ts';
import type { ManagerChoice } from './managers.atoms.ts';

type EmployeeFieldsProps = {
  form: EmployeeForm;
  managers: readonly ManagerChoice[];
  /** Between the email and the role, in the form of a new employee. */
  password?: ReactNode;
  /** What somebody else put meanwhile. */
  others?: Partial<EmployeeDraft>;
  /** Cannot be changed of this employee. */
  locked?: readonly (keyof EmployeeDraft)[];
  /** The campaign that stands in the form, by name, while the list of them is on its way. */
  campaignName?: string | null | undefined;
};

/** The fields of an employee, for a new one and for an edit. */
export function EmployeeFields(props: EmployeeFieldsProps) {
  const { form, managers, password, others = {}, locked = [], campaignName } = props;
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const errorOf = (field: keyof EmployeeDraft, message?: string) => {
    if (!refused.includes(field)) return false;
    const theirs = others[field];
    if (theirs !== undefined) return othersText(shownOf(field, theirs, managers));
    return draft[field].trim() === '' || message === undefined ? true : message;
  };
  const text = (name: 'firstName' | 'lastName' | 'employeeNumber') => ({
    name,
    autoComplete: 'off',
    maxLength: TEXT_MAX,
    value: draft[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
  });

  return (
    <>
      <FieldPair>
        <TextField {...text('firstName')} label="First Name" required autoFocus />
        <TextField {...text('lastName')} label="Last Name" required />
      </FieldPair>
      <TextField
        name="username"
        label="Email"
        type="email"
        required
        autoComplete="off"
        readOnly={locked.includes('username')}
        hint={locked.includes('username') && 'Only the super employee changes this email.'}
        value={draft.username}
        error={errorOf('username', messages.invalidEmailAddress)}
        onChange={(event) => type({ username: event.target.value })}
      />
      {password}
      <FieldPair>
        <SelectField
          name="employeeRole"
          label="Employee Role"
          required
          value={draft.employeeRole}
          error={errorOf('employeeRole')}
          hint={locked.includes('employeeRole') && 'The super employee stays a manager.'}
          onChange={(event) => type({ employeeRole: event.target.value })}
        >
          {draft.employeeRole === '' && <option value="">Choose a role</option>}
          {EMPLOYEE_ROLES.map((role) => (
            <option key={role} value={role} disabled={locked.includes('employeeRole') && role !== 'manager'}>
              {role}
            </option>
          ))}
        </SelectField>
        <CampaignField
          campaignId={draft.campaignId}
          campaignName={campaignName}
          error={errorOf('campaignId')}
          theirs={refused.includes('campaignId') ? others.campaignId : undefined}
          onChange={(campaignId) => type({ campaignId })}
        />
      </FieldPair>
      <FieldPair>
        <TextField {...text('employeeNumber')} label="Employee Number" />
        <TextField
          name="shiftDuration"
          label="Shift Duration"
          placeholder="Eg: 8"
          inputMode="numeric"
          autoComplete="off"
          after={hoursUnit(draft.shiftDuration)}
          value={draft.shiftDuration}
          error={errorOf('shiftDuration', messages.invalidDuration)}
          onChange={(event) => type({ shiftDuration: lastDigit(event.target.value) })}
        />
      </FieldPair>
      <SelectField
        name="managerId"
        label="Manager"
        value={draft.managerId}
        error={errorOf('managerId')}
        onChange={(event) => type({ managerId: event.target.value })}
      >
        {managers.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** What a person would call what stands in a field; campaigns are named where their list is. */
function shownOf(field: keyof EmployeeDraft, value: string, managers: readonly ManagerChoice[]): string {
  if (field === 'managerId') return managers.find(({ id }) => id === value)?.label ?? 'another manager';
  return value || 'nothing';
}
