import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EMPLOYEE_ROLES } from '#contracts/employee-kinds.ts';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { CampaignField, useCampaignName } from '../../kit/forms/campaign-field.view.tsx';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { paths } from '../../kit/paths.ts';
import type { Choice } from '../../ui/choices.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { FieldPair, SelectField, TextField } from '../../ui/field.tsx';
import { hoursUnit } from '../../ui/format.ts';
import { lastDigit } from '../../ui/number-text.ts';
import type { EmployeeDraft, EmployeeForm } from './employee-form.atoms.ts';

type EmployeeFieldsProps = {
  form: EmployeeForm;
  managers: readonly Choice[];
  /** Between the email and the role, in the form of a new employee. */
  password?: ReactNode;
  /** Fields of this employee that cannot be changed. */
  locked?: readonly (keyof EmployeeDraft)[];
  /** About the email. */
  emailHint?: string | undefined;
  /** The name of the current campaign, for the time before the list is loaded. */
  campaignName?: string | null | undefined;
};

/** The fields of an employee, for a new one and for an edit. */
export function EmployeeFields(props: EmployeeFieldsProps) {
  const { form, managers, password, locked = [], emailHint, campaignName } = props;
  const nameOfCampaign = useCampaignName();
  const { draft, type, bind } = useFields(form, {
    textOf: (field, value) =>
      field === 'campaignId' ? nameOfCampaign(value) : textOf(field, value, managers),
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
        hint={emailHint}
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
          {...bind('campaignId')}
          known={draft.campaignId ? { id: draft.campaignId, name: campaignName ?? 'Loading…' } : undefined}
          none={<NoCampaign />}
        />
      </FieldPair>
      <FieldPair>
        <TextField {...text('employeeNumber')} label="Employee Number" />
        <TextField
          {...bind('shiftDuration', messages.invalidDuration)}
          label="Shift Duration"
          hint="Of new shifts; that of a shift is changed in the report"
          placeholder="Eg: 8"
          inputMode="numeric"
          autoComplete="off"
          after={hoursUnit(draft.shiftDuration)}
          onChange={(event) => type({ shiftDuration: lastDigit(event.target.value) })}
        />
      </FieldPair>
      <ComboboxField {...bind('managerId')} label="Manager" choices={managers} />
    </>
  );
}

function NoCampaign() {
  const { andBack } = useReturnTo();
  return (
    <>
      There is no campaign yet.{' '}
      <Link to={paths.addCampaign} state={andBack}>
        Add one first
      </Link>
      ; what you typed stays.
    </>
  );
}

/** The text for a person of the value of a field. */
function textOf(field: keyof EmployeeDraft, value: string, managers: readonly Choice[]): string {
  if (field === 'managerId') return managers.find(({ id }) => id === value)?.name ?? 'another manager';
  return value;
}
