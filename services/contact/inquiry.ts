import { readEmail } from '#contracts/email.ts';
import type { contactUs } from '#contracts/endpoints/contact.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/events/company.events.ts';
import { INQUIRY_MAX } from '#contracts/inquiry.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { readShortText } from '#contracts/text.ts';

export type Inquiry = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** Lower case. Nobody has proven that it is the writer's. */
  readonly email: string;
  readonly employeeCount: EmployeeCountRange;
  /** Trimmed; lines end as the writer's browser ends them. */
  readonly message: string;
  /** To marketing mail. */
  readonly consent: boolean;
};

/** In the order of the specification: what is required, then the email. */
export function readInquiry(body: BodyOf<typeof contactUs>): Inquiry | MessageCode {
  const firstName = readShortText(body.firstName);
  const lastName = readShortText(body.lastName);
  const companyName = readShortText(body.companyName);
  const message = body.message.trim();
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === body.employeeCount);
  const said = [firstName, lastName, companyName, message, body.email.trim()];
  // A form offers the ranges, so whoever sends another one has not chosen.
  if (said.includes('') || !employeeCount) return 'allFieldsRequired';
  if (firstName === null || lastName === null || companyName === null) return 'invalidText';
  const email = readEmail(body.email);
  if (email === null) return 'invalidRegistrationEmail';
  if (message.length > INQUIRY_MAX) return 'inquiryTooLong';
  const consent = isConsent(body.consent);
  return { firstName, lastName, companyName, email, employeeCount, message, consent };
}

/** What is not clearly a yes is none: who gets marketing mail has asked for it. */
function isConsent(sent: boolean | string | undefined): boolean {
  return sent === true || sent === 'true' || sent === 'on';
}
