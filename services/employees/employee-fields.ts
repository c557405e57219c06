import { EMPLOYEE_ROLES } from '#contracts/employee-kinds.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readHours } from '#contracts/shift-hours.ts';
import { readEmail, readShortText } from '#contracts/text.ts';

/** The fields of a form about an employee; an absent field stays as it is. The password is handled separately. */
export type EmployeeInput = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly employeeNumber?: string | undefined;
  readonly role?: string | undefined;
  readonly campaignId?: string | undefined;
  /** Null or empty: no manager. */
  readonly managerId?: string | null | undefined;
  /** Whole hours, 0 to 9; null or empty: not set. */
  readonly shiftDuration?: number | string | null | undefined;
};

/** The default values of a new employee. */
export const BLANK: EmployeeFacts = {
  firstName: '',
  lastName: '',
  email: '',
  employeeNumber: '',
  role: 'sales associate',
  type: 'employee',
  managerId: null,
  campaignId: null,
  shiftDuration: null,
};

/** As `readEmployeeFields`, for adding and editing, where role and campaign are required. */
export function readEmployeeForm(input: EmployeeInput, former: EmployeeFacts): Result<EmployeeFacts> {
  return input.role && input.campaignId ? readEmployeeFields(input, former) : rejected('roleOrCampaignEmpty');
}

/**
 * The fields of `input` over those of `former`; absent fields stay. First name, last name and email are
 * required. The decider checks that campaign and manager exist.
 */
export function readEmployeeFields(input: EmployeeInput, former: EmployeeFacts): Result<EmployeeFacts> {
  const text = (said: string | undefined, before: string) =>
    said === undefined ? before : readShortText(said);
  const firstName = text(input.firstName, former.firstName);
  const lastName = text(input.lastName, former.lastName);
  const employeeNumber = text(input.employeeNumber, former.employeeNumber);
  if (firstName === null || lastName === null || employeeNumber === null) return rejected('invalidText');
  if (firstName === '' || lastName === '' || input.email === '') return rejected('incompleteFields');

  const email = input.email === undefined ? former.email : readEmail(input.email);
  if (email === null) return rejected('invalidEmail');
  if (email === '') return rejected('incompleteFields');

  const said = input.role ?? former.role;
  const role = EMPLOYEE_ROLES.find((each) => each === said);
  if (!role) return said === '' ? rejected('roleOrCampaignEmpty') : rejected('invalidRole');

  const shiftDuration = readDuration(input.shiftDuration, former.shiftDuration);
  if (shiftDuration === undefined) return rejected('invalidDuration');
  const managerId = input.managerId === undefined ? former.managerId : input.managerId || null;
  const campaignId = input.campaignId ?? former.campaignId;
  const { type } = former;
  return accepted({
    firstName,
    lastName,
    email,
    employeeNumber,
    role,
    type,
    managerId,
    campaignId,
    shiftDuration,
  });
}

function readDuration(
  said: EmployeeInput['shiftDuration'],
  former: number | null,
): number | null | undefined {
  if (said === undefined) return former;
  if (said === null || said === '') return null;
  return readHours(said) ?? undefined;
}
