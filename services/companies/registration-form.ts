import { readEmail } from '#contracts/email.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { registerCompany } from '#contracts/endpoints/registration.endpoints.ts';
import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { readShortText } from '#contracts/text.ts';

/** Who registers what, as it is kept; the password is as he typed it. */
export type Registrant = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** Lower case. */
  readonly email: string;
  readonly employeeCount: EmployeeCountRange;
};
export type RegistrationForm = { readonly registrant: Registrant; readonly password: string };

/** In the order of the specification: what is required, the email, the password, its repetition. */
export function readRegistrationForm(
  body: BodyOf<typeof registerCompany>,
  refusedPassword: (password: string) => MessageCode | null,
): RegistrationForm | MessageCode {
  const { password, confirmPassword } = body;
  const firstName = readShortText(body.firstName);
  const lastName = readShortText(body.lastName);
  const companyName = readShortText(body.companyName);
  const said = [firstName, lastName, companyName, body.email.trim(), body.employeeCount];
  if ([...said, password, confirmPassword].includes('')) return 'allFieldsRequired';
  if (firstName === null || lastName === null || companyName === null) return 'invalidText';
  const email = readEmail(body.email);
  if (email === null) return 'invalidRegistrationEmail';
  const refused = refusedPassword(password);
  if (refused !== null) return refused;
  if (confirmPassword !== password) return 'passwordsShouldMatch';
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === body.employeeCount);
  // A form offers the ranges, so whoever sends another one has not chosen.
  if (!employeeCount) return 'allFieldsRequired';
  return { registrant: { firstName, lastName, companyName, email, employeeCount }, password };
}
