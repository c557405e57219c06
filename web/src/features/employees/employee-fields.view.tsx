import type { ReactNode } from 'react';
import { EMPLOYEE_ROLES } from '#contracts/events/employee.events.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../app/forms/form-fields.hooks.ts';
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
  const { form, managers, password, others, locked = [], campaignName } = props;
  const { draft, refused, type, bind } = useFields(form, {
    others,
    shown: (field, value) => shownOf(field, value, managers),
  });
  const text = (name: 'firstName' | 'lastName' | 'employeeNumber') => ({
    ...bind(name),
    autoComplete: 'off',
    maxLength: TEXT_MAX,
  });

  return (
    <>
      <FieldPair>
        <TextField {...text('firstName')} label="First Name" required autoFocus />
        <TextField {...text('lastName')} label="Last Name" required />
      </FieldPair>
      <TextField
        {...bind('username', messages.invalidEmailAddress)}
        label="Email"
        type="email"
        required
        autoComplete="off"
        readOnly={locked.includes('username')}
        hint={locked.includes('username') && 'Only the super employee changes this email.'}
      />
      {password}
      <FieldPair>
        <SelectField
          {...bind('employeeRole')}
          label="Employee Role"
          required
          hint={locked.includes('employeeRole') && 'The super employee stays a manager.'}
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
          error={refused.includes('campaignId')}
          theirs={refused.includes('campaignId') ? others?.campaignId : undefined}
          onChange={(campaignId) => type({ campaignId })}
        />
      </FieldPair>
      <FieldPair>
        <TextField {...text('employeeNumber')} label="Employee Number" />
        <TextField
          {...bind('shiftDuration', messages.invalidDuration)}
          label="Shift Duration"
          placeholder="Eg: 8"
          inputMode="numeric"
          autoComplete="off"
          after={hoursUnit(draft.shiftDuration)}
          onChange={(event) => type({ shiftDuration: lastDigit(event.target.value) })}
        />
      </FieldPair>
      <SelectField {...bind('managerId')} label="Manager">
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
  return value;
}
