import { Type } from 'typebox';
import { EMPLOYEE_COUNT_RANGES } from '../company-kinds.ts';
import { INQUIRY_MAX } from '../text.ts';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

export const contactUs = endpoint({
  method: 'POST',
  path: '/contact-us',
  summary: 'Write to the support; a receipt goes to the writer',
  tag: 'Contact',
  body: Type.Object({
    firstName: Type.String(),
    lastName: Type.String(),
    companyName: Type.String(),
    email: Type.String(),
    employeeCount: Type.String({ description: `one of ${EMPLOYEE_COUNT_RANGES.join(', ')}` }),
    message: Type.String({ description: `at most ${INQUIRY_MAX} characters` }),
    consent: Type.Optional(
      Type.Union([Type.Boolean(), Type.String()], {
        description: 'to marketing mail: true, or `true` or `on` from a form; anything else is none',
      }),
    ),
  }),
  reply: done,
  onInvalidInput: 'allFieldsRequired',
  refusals: ['invalidText', 'inquiryTooLong', 'invalidRegistrationEmail', 'tooManyRequests'],
});
