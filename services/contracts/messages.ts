/**
 * Every text a person reads because something was refused or done, keyed by the code that travels as
 * `error` in a reply. The wording of the specification (section 8) is exact, its spelling included.
 */
export const messages = {
  invalidEmail: 'invalid email',
  failedLogin: 'Wrong email or password',
  noSuchEmail: 'No such email. Please contact your administrator if this is unexpected.',
  wrongPasscode: 'Wrong passcode.',
  lacksSymbol: 'The password should contain at least one symbol. Eg: @, !, #, etc.',
  lacksCapLetter: 'The password should include at least one capital letter',
  tooShort: 'The password should be at least 8 characters long',
  passwordsNOtSame: 'The passwords do not match',
  internalServerError: 'Internal server errror. Please contact your administrator',
  refreshPage: 'Please refresh the page',
  failedFetch: 'Failed to retrieve the requested Data.',
  failedEdit: 'Failed to edit data. If the problem persists please contact your adminstrator',
  failedAdd: 'Failed to add data. If the problem persists please contact your adminstrator',
  incompleteFields: 'Make sure all input fields are complete',
  statusRequired: 'The status field is required',
  errorFetchingCampaigns: 'Error fetching campaigns',
  shiftStartMissing: 'Error reload page',
  emptyChart: 'No data to display',
  noGraphData: 'No Graph Data to be displayed',
  saved: 'Data saved successfully',
  updated: 'Data updated successfully',
  notLoggedIn: 'Please sign in to continue',
  restricted: 'You do not have access to this page. If this is unexpected please contact your supervisor.',
  subscriptionInactive: 'Invalid Subscription Status',
  notFound: 'Page not found',
  invalidPrice: 'Enter a price from 0 to 1,000,000,000 with at most two decimals',
  invalidPercent: 'Enter a percentage from 0 to 100',
  invalidStatus: 'The status must be Lead, Negotiating, Closed or None',
  invalidDate: 'Enter a real date as yyyy-mm-dd',
  invalidTimeZone: 'Send the time zone as an IANA name, for example America/Toronto',
  noSuchCampaign: 'This campaign does not exist',
  noSuchEmployee: 'This employee does not exist',
  goalHasCampaigns: 'Can not delete a goal with associated campaigns',
  campaignHasEmployees: 'Can not delete a campaign with associated employees',
  goalNeededFirst: 'You need to first create one goal before you can create a campaign',
  roleOrCampaignEmpty: "Employee's role and/or campaign can not be empty",
  supervisorsDeleteJobAids: 'Only supervisors can delete job aids',
  noSuchGoal: 'This goal does not exist',
  noSuchSale: 'This sale does not exist',
  noSuchJobAid: 'This job aid does not exist',
  noSuchManager: 'This manager does not exist',
  superEmployeeStays: 'The super employee can not be deleted',
  notYourself: 'You can not delete yourself',
  invalidText: 'A text holds characters that cannot be stored or is longer than 255 characters',
  invalidNumber: 'Enter a number of 0 or more',
  invalidDuration: 'The shift duration is a whole number of hours from 0 to 9',
  invalidUrl: 'Enter a web address that starts with http:// or https://',
  alreadySubscribed: 'This company already has a subscription',
  malformed: 'The request could not be read. Check its fields and their types',
  tooLarge: 'The request is too large',
  foreignOrigin: 'This request came from another site and was refused',
  invalidIdempotencyKey: 'The Idempotency-Key must be 1 to 255 visible ASCII characters',
  signedOut: 'You are signed out',
  signedIn: 'You are signed in',
  idempotencyKeyReused: 'This Idempotency-Key was already used for a different request',
  unavailable: 'The service is briefly unavailable. Please try again in a few seconds',
  conflict: 'Somebody changed this at the same moment. Please try again',
  tooManyRequests: 'Too many attempts. Please wait and try again',
} as const;

export type MessageCode = keyof typeof messages;

/** Every refusal has this body: what a person reads, and the code a program switches on. */
export type Refusal = { message: string; error: MessageCode };

export function refusal(error: MessageCode): Refusal {
  return { message: messages[error], error };
}
