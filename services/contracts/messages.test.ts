import { describe, expect, it } from 'vitest';
import { errorBody, type MessageCode, messages, tooManyRequestsFor } from './messages.ts';

/** Section 8 of the specification, its spelling included: situation and texts, in its order. */
const errorCatalogue: readonly (readonly [situation: string, ...texts: string[]])[] = [
  ['Failed login or non-200', 'Wrong email or password'],
  ['Email unknown', 'No such email. Please contact your administrator if this is unexpected.'],
  ['Wrong one-time code', 'Wrong passcode.'],
  ['Reset, resend, logout failure', 'Internal server errror. Please contact your administrator'],
  ['Logout on non-200', 'Please refresh the page'],
  ['Failed edit', 'Failed to edit data. If the problem persists please contact your adminstrator'],
  ['Failed add', 'Failed to add data. If the problem persists please contact your adminstrator'],
  ['Failed query', 'Failed to retrieve the requested Data.'],
  ['Sale delete failure', 'Could Not delete sale', 'failed delete'],
  ['Campaign delete failure', 'Could Not delete Campaign'],
  ['Goal delete failure', 'Could Not delete Goal'],
  ['Employee delete non-200', 'Could Not delete employee'],
  ['Job aid delete failure', 'Could not delete aid', 'failed to delete aid'],
  ['Sale add failure', 'Make sure all input fields are complete'],
  ['Campaigns fetch failure', 'Error fetching campaigns'],
  ['Goals fetch failure', 'error while fetching goals'],
  ['Registration call failure', 'Something went wrong. Please make sure to complete all required fields'],
  ['Contact failure', 'Failed to send message'],
  [
    'Card setup error at registration',
    'Registration failed. Please ensure all the information provided are correct.',
  ],
  [
    'Save subscription not 200',
    'Something went wrong. Please contact us for further details',
    'Something went wrong.',
  ],
  ['Registration success', 'Registration complete. You will be redirected to the dashboard page'],
  ['Existing company', 'The company already exists. You will be redirected to the subscription page'],
  ['Card update error', 'update failed. Please ensure all the information provided are correct.'],
  ['Card update success', 'Subscription updated. You will be redirected to the dashboard'],
  ['Registration email step failure', 'Unable to verify the provide email'],
  ['Employee count failure', 'could not get employee count'],
  ['Cancel success / failure', 'Subcription canceled successfully', 'failed to cancel subscription'],
  ['Shift start missing', 'Error reload page'],
  ['Empty chart', 'No data to display', 'No Graph Data to be displayed'],
  ['Success messages', 'Data saved successfully', 'Data updated successfully', 'Employee added successFully'],
];

/** The texts of sections 2, 4 and 5 that say why something was refused, or what was done. */
const rules: readonly string[] = [
  'invalid email',
  'The password should be at least 8 characters long',
  'The password should include at least one capital letter',
  'The password should contain at least one symbol. Eg: @, !, #, etc.',
  'The passwords do not match',
  'Please provide a valid email address',
  'All input fields marked with an asterix need to be completed',
  'Please provide a valid email',
  'The password should contain at least one capital letter, one small letter, and one symbol (eg: $, !), and it should contain at least 8 characters',
  'The passwords should match',
  'Make sure all input fields are complete',
  'The status field is required',
  "Employee's role and/or campaign can not be empty",
  'You need to first create one goal before you can create a campaign',
  'Can not delete a campaign with associated employees',
  'Can not delete a goal with associated campaigns',
  'Only supervisors can delete job aids',
  'OTP sent to your email',
  'Invalid Subscription Status',
  'You do not have access to this page. If this is unexpected please contact your supervisor.',
  'Page not found',
];

/** The codes that the specification names; their wordings are those of the rules that they stand for. */
const named: Readonly<Record<string, string>> = {
  invalidEmail: 'invalid email',
  failedLogin: 'Wrong email or password',
  noSuchEmail: 'No such email. Please contact your administrator if this is unexpected.',
  lacksSymbol: 'The password should contain at least one symbol. Eg: @, !, #, etc.',
  lacksCapLetter: 'The password should include at least one capital letter',
  tooShort: 'The password should be at least 8 characters long',
  passwordsNOtSame: 'The passwords do not match',
  internalServerError: 'Internal server errror. Please contact your administrator',
  failedFetch: 'Failed to retrieve the requested Data.',
};

const texts = new Set<string>(Object.values(messages));

describe('the catalogue of messages', () => {
  it.each(errorCatalogue)(
    'has the exact wording of section 8: %s',
    { tags: ['spec-8.2'] },
    (_situation, ...wordings) => {
      expect(wordings.filter((text) => !texts.has(text))).toEqual([]);
    },
  );

  it.each(rules)('has the exact wording of a rule: %s', { tags: ['spec-8.3'] }, (text) => {
    expect(texts).toContain(text);
  });

  it.each(Object.entries(named))(
    'calls it %s, as the specification does',
    { tags: ['spec-8.1'] },
    (code, text) => {
      expect(errorBody(code as MessageCode)).toEqual({ message: text, error: code });
    },
  );

  it('has one code for each text', () => {
    expect(texts.size).toBe(Object.keys(messages).length);
  });
});

describe('too many attempts', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3600, '60 minutes'],
    [3601, '2 hours'],
    [86_400, '24 hours'],
  ])('of which the last ends in %d seconds', (seconds, wait) => {
    expect(tooManyRequestsFor(seconds)).toBe(`Too many attempts. Please wait ${wait} and try again`);
  });
});
