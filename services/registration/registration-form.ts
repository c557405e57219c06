import { readEmail } from '#contracts/email.ts';
import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/employee-count.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { registerCompany } from '#contracts/endpoints/registration.endpoints.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';

/** The checked form; the password is exactly as typed. */
export type Registrant = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** Lower case. */
  readonly email: string;
  readonly employeeCount: EmployeeCountRange;
};
export type RegistrationForm = { readonly registrant: Registrant; readonly password: string };

/** Checks in the order of the specification: required fields, email, password, repetition. */
export function readRegistrationForm(
  body: BodyOf<typeof registerCompany>,
  checkPassword: (password: string) => Result,
): Result<RegistrationForm> {
  const { password, confirmPassword } = body;
  const firstName = readShortText(body.firstName);
  const lastName = readShortText(body.lastName);
  const companyName = readShortText(body.companyName);
  const said = [firstName, lastName, companyName, body.email.trim(), body.employeeCount];
  if ([...said, password, confirmPassword].includes('')) return rejected('allFieldsRequired');
  if (firstName === null || lastName === null || companyName === null) return rejected('invalidText');
  const email = readEmail(body.email);
  if (email === null) return rejected('invalidRegistrationEmail');
  const checked = checkPassword(password);
  if (!checked.ok) return checked;
  if (confirmPassword !== password) return rejected('passwordsShouldMatch');
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === body.employeeCount);
  // The form offers the ranges, so any other value counts as missing.
  if (!employeeCount) return rejected('allFieldsRequired');
  return accepted({ registrant: { firstName, lastName, companyName, email, employeeCount }, password });
}
