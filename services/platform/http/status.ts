import type { MessageCode } from '#contracts/messages.ts';

/**
 * The HTTP status of each rejection. Codes that are not listed have 400: the request makes no sense as it is, for
 * example because of a wrong value, a missing field, or a text that cannot be stored.
 */
const STATUS: Partial<Record<MessageCode, number>> = {
  notLoggedIn: 401,
  failedLogin: 401,
  emailNotProven: 401,
  subscriptionInactive: 402,
  restricted: 403,
  foreignOrigin: 403,
  supervisorsDeleteJobAids: 403,
  notFound: 404,
  noSuchEmail: 404,
  noSuchCampaign: 404,
  noSuchEmployee: 404,
  noSuchGoal: 404,
  noSuchSale: 404,
  noSuchCompany: 404,
  noSuchJobAid: 404,
  noSuchSession: 404,
  noSuchManager: 404,
  noSuchShift: 404,
  shiftStartMissing: 404,
  wrongMethod: 405,
  alreadySubscribed: 409,
  noSubscription: 409,
  campaignHasEmployees: 409,
  companyNameTaken: 409,
  conflict: 409,
  emailTaken: 409,
  goalHasCampaigns: 409,
  goalNeededFirst: 409,
  notYourself: 409,
  superEmployeeStays: 409,
  tooLarge: 413,
  idempotencyKeyReused: 422,
  tooManyRequests: 429,
  internalServerError: 500,
  unavailable: 503,
  failedToSendMessage: 503,
  // The payment provider does not answer.
  failedToCancelSubscription: 503,
  somethingWentWrong: 503,
};

export function statusOf(code: MessageCode): number {
  return STATUS[code] ?? 400;
}

/** True when the same request may succeed later, so that its rejection must not be stored as its reply. */
export function isTemporaryRejection(code: MessageCode): boolean {
  const status = statusOf(code);
  return code === 'conflict' || status === 429 || status >= 500;
}
