import { expect, it } from 'vitest';
import { INQUIRY_MAX } from '#contracts/inquiry.ts';
import { readInquiry } from './inquiry.ts';

const body = {
  firstName: ' Ana ',
  lastName: 'Ng',
  companyName: 'Acme',
  email: ' Ana@Acme.Test ',
  employeeCount: '21-50',
  message: '  First line\r\nsecond line  ',
};

it('reads what a visitor wrote, trimmed, the email in lower case', () => {
  expect(readInquiry(body)).toEqual({
    firstName: 'Ana',
    lastName: 'Ng',
    companyName: 'Acme',
    email: 'ana@acme.test',
    employeeCount: '21-50',
    message: 'First line\r\nsecond line',
    consent: false,
  });
});

it.each([
  [true, true],
  ['true', true],
  ['on', true],
  [false, false],
  ['false', false],
  ['', false],
  ['yes?', false],
])('takes the consent %j for %j', (consent, meant) => {
  expect(readInquiry({ ...body, consent })).toMatchObject({ consent: meant });
});

it.each(['firstName', 'lastName', 'companyName', 'email', 'employeeCount', 'message'])(
  'asks for the field %s',
  (field) => {
    expect(readInquiry({ ...body, [field]: '' })).toBe('allFieldsRequired');
    expect(readInquiry({ ...body, [field]: ' \t ' })).toBe('allFieldsRequired');
  },
);

it('takes only the ranges of the form', () => {
  expect(readInquiry({ ...body, employeeCount: '21-51' })).toBe('allFieldsRequired');
});

it.each([
  'ana',
  'ana@acme',
  'ana@acme.t',
  'a b@acme.test',
  'ana@acme.test, eve@evil.test',
  '<ana@acme.test>',
])('refuses the email %s', (email) => {
  expect(readInquiry({ ...body, email })).toBe('invalidRegistrationEmail');
});

it('refuses names with line breaks, and texts that are too long', () => {
  expect(readInquiry({ ...body, companyName: 'Acme\r\nBcc: eve@evil.test' })).toBe('invalidText');
  expect(readInquiry({ ...body, firstName: 'a'.repeat(256) })).toBe('invalidText');
  expect(readInquiry({ ...body, message: 'a'.repeat(INQUIRY_MAX) })).toMatchObject({ consent: false });
  expect(readInquiry({ ...body, message: 'a'.repeat(INQUIRY_MAX + 1) })).toBe('inquiryTooLong');
});
