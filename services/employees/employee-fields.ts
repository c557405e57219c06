import { readEmail } from '#contracts/email.ts';
import { EMPLOYEE_ROLES, type EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { readHours } from '#contracts/shift-duration.ts';
import { readShortText } from '#contracts/text.ts';

/** What a form says of an employee; absent means not said. The password is not part of it. */
export type EmployeeInput = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly employeeNumber?: string | undefined;
  readonly role?: string | undefined;
  readonly campaignId?: string | undefined;
  /** Null or empty: nobody. */
  readonly managerId?: string | null | undefined;
  /** Whole hours, 0 to 9; null or empty: not set. */
  readonly shiftDuration?: number | string | null | undefined;
};

/** What an employee is before anything is said of him. */
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

/** As `readEmployeeFields`, for the form of an add or edit, where role and campaign must always be said. */
export function readEmployeeForm(input: EmployeeInput, former: EmployeeFacts): EmployeeFacts | MessageCode {
  return input.role && input.campaignId ? readEmployeeFields(input, former) : 'roleOrCampaignEmpty';
}

/**
 * The fields of `input` over those of `former`: what was not said stays. First and last name and the email
 * are required. Whether campaign and manager exist is for the decider, who knows the company.
 */
export function readEmployeeFields(input: EmployeeInput, former: EmployeeFacts): EmployeeFacts | MessageCode {
  const text = (said: string | undefined, before: string) =>
    said === undefined ? before : readShortText(said);
  const firstName = text(input.firstName, former.firstName);
  const lastName = text(input.lastName, former.lastName);
  const employeeNumber = text(input.employeeNumber, former.employeeNumber);
  if (firstName === null || lastName === null || employeeNumber === null) return 'invalidText';
  if (firstName === '' || lastName === '' || input.email === '') return 'incompleteFields';

  const email = input.email === undefined ? former.email : readEmail(input.email);
  if (email === null) return 'invalidEmail';
  if (email === '') return 'incompleteFields';

  const said = input.role ?? former.role;
  const role = EMPLOYEE_ROLES.find((each) => each === said);
  if (!role) return said === '' ? 'roleOrCampaignEmpty' : 'invalidRole';

  const shiftDuration = readDuration(input.shiftDuration, former.shiftDuration);
  if (shiftDuration === undefined) return 'invalidDuration';
  const managerId = input.managerId === undefined ? former.managerId : input.managerId || null;
  const campaignId = input.campaignId ?? former.campaignId;
  const { type } = former;
  return { firstName, lastName, email, employeeNumber, role, type, managerId, campaignId, shiftDuration };
}

function readDuration(
  said: EmployeeInput['shiftDuration'],
  former: number | null,
): number | null | undefined {
  if (said === undefined) return former;
  if (said === null || said === '') return null;
  return readHours(said) ?? undefined;
}
