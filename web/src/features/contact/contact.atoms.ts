import { contactUs } from '#contracts/endpoints/contact.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { INQUIRY_MAX, isEmail } from '#contracts/text.ts';
import { createForm, missingIn } from '../../kit/forms/form.atoms.ts';

export type Inquiry = {
  firstName: string;
  lastName: string;
  companyName: string;
  email: string;
  employeeCount: string;
  message: string;
  /** Consent to marketing mail. */
  consent: boolean;
};

const REQUIRED = ['firstName', 'lastName', 'companyName', 'email', 'employeeCount', 'message'] as const;

const untouched: Inquiry = {
  firstName: '',
  lastName: '',
  companyName: '',
  email: '',
  employeeCount: '',
  message: '',
  consent: false,
};

const FIELDS_OF: Partial<Record<MessageCode, readonly (keyof Inquiry)[]>> = {
  invalidRegistrationEmail: ['email'],
  inquiryTooLong: ['message'],
};

export const contactForm = createForm({
  start: () => untouched,
  check: (draft) => {
    const missing = missingIn(draft, REQUIRED);
    if (missing.length > 0) return { error: 'allFieldsRequired', fields: missing };
    if (!isEmail(draft.email.trim())) return { error: 'invalidRegistrationEmail', fields: ['email'] };
    if (draft.message.length > INQUIRY_MAX) return { error: 'inquiryTooLong', fields: ['message'] };
    return null;
  },
  send: (api, draft, idempotencyKey) =>
    api.call(contactUs, { body: { ...draft, email: draft.email.trim() }, idempotencyKey }),
  fieldsOf: (error, draft) =>
    error === 'allFieldsRequired' ? missingIn(draft, REQUIRED) : (FIELDS_OF[error] ?? []),
  failure: 'failedToSendMessage',
  success: (reply) => reply.message,
  next: () => untouched,
});
