import { expect, it } from 'vitest';
import { accepted, rejected } from '#contracts/result.ts';
import { INQUIRY_MAX } from '#contracts/text.ts';
import { readInquiry } from './contact.routes.ts';

const body = {
  firstName: ' Ana ',
  lastName: 'Ng',
  companyName: 'Acme',
  email: ' Ana@Acme.Test ',
  employeeCount: '21-50',
  message: '  First line\r\nsecond line  ',
};

it('reads the texts trimmed, and the email in lower case', () => {
  expect(readInquiry(body)).toEqual(
    accepted({
      firstName: 'Ana',
      lastName: 'Ng',
      companyName: 'Acme',
      email: 'ana@acme.test',
      employeeCount: '21-50',
      message: 'First line\r\nsecond line',
      consent: false,
    }),
  );
});

it.each([
  [true, true],
  ['true', true],
  ['on', true],
  [false, false],
  ['false', false],
  ['', false],
  ['yes?', false],
])('reads the consent as %j from %j', (consent, meant) => {
  expect(readInquiry({ ...body, consent })).toMatchObject({ value: { consent: meant } });
});

it.each(['firstName', 'lastName', 'companyName', 'email', 'employeeCount', 'message'])(
  'requires the field %s',
  (field) => {
    expect(readInquiry({ ...body, [field]: '' })).toEqual(rejected('allFieldsRequired'));
    expect(readInquiry({ ...body, [field]: ' \t ' })).toEqual(rejected('allFieldsRequired'));
  },
);

it('accepts only the ranges of the form', () => {
  expect(readInquiry({ ...body, employeeCount: '21-51' })).toEqual(rejected('allFieldsRequired'));
});

it.each([
  'ana',
  'ana@acme',
  'ana@acme.t',
  'a b@acme.test',
  'ana@acme.test, eve@evil.test',
  '<ana@acme.test>',
])('refuses the email %s', (email) => {
  expect(readInquiry({ ...body, email })).toEqual(rejected('invalidRegistrationEmail'));
});

it('refuses names with line breaks, and texts that are too long', () => {
  expect(readInquiry({ ...body, companyName: 'Acme\r\nBcc: eve@evil.test' })).toEqual(
    rejected('invalidText'),
  );
  expect(readInquiry({ ...body, firstName: 'a'.repeat(256) })).toEqual(rejected('invalidText'));
  expect(readInquiry({ ...body, message: 'a'.repeat(INQUIRY_MAX) })).toMatchObject({
    value: { consent: false },
  });
  expect(readInquiry({ ...body, message: 'a'.repeat(INQUIRY_MAX + 1) })).toEqual(rejected('inquiryTooLong'));
});
