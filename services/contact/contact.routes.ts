import { EMPLOYEE_COUNT_RANGES, type EmployeeCountRange } from '#contracts/company-kinds.ts';
import { contactUs } from '#contracts/endpoints/contact.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { INQUIRY_MAX, readEmail, readShortText } from '#contracts/text.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { isOutage } from '#platform/http/respond.ts';
import { derivedId } from '#platform/ids.ts';
import { type LimitRule, type Limits, publicRules } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import type { Log } from '#platform/log.ts';

/** Stores the mail to the support and, with `receipt`, the receipt: both or neither, and once for each `id`. */
export type SendInquiry = (
  inquiry: Inquiry,
  options: { readonly id: string; readonly companyId: string | null; readonly receipt: boolean },
) => Promise<void>;

export type ContactDeps = {
  readonly send: SendInquiry;
  readonly limits: Pick<Limits, 'take'>;
  readonly log: Log;
};

/** Receipts for one address from all networks: the address in a form may be another person's. */
const RECEIPTS: LimitRule = { name: 'contact receipt', times: 3, seconds: 24 * 3600 };
const ANONYMOUS = { companyId: '', employeeId: '' };

export function contactRoutes(route: Route, deps: ContactDeps): void {
  route(contactUs, async (call) => {
    try {
      return await write(call, deps);
    } catch (error) {
      if (!isOutage(error)) throw error;
      deps.log.warn({ err: error }, 'an inquiry could not be stored');
      return rejected('failedToSendMessage');
    }
  });
}

/** The same inquiry with the same Idempotency-Key is sent once; keys of different writers are independent. */
async function write(
  call: Call<typeof contactUs>,
  { limits, send }: ContactDeps,
): Promise<Answer<{ message: string }>> {
  const read = readInquiry(call.body);
  if (!read.ok) return read;
  const inquiry = read.value;
  const taken = await limits.take(...byNetwork(publicRules.contact, call.address));
  if (!taken.ok) return taken;
  const receipt = (await limits.take([RECEIPTS, inquiry.email])).ok;
  const { caller } = call;
  const { commandId } = call.command(caller ?? ANONYMOUS);
  const id = derivedId('inquiry', commandId, JSON.stringify(inquiry));
  await send(inquiry, { id, companyId: caller ? caller.companyId : null, receipt });
  return { ok: true, reply: { message: messages.inquirySent } };
}

type Inquiry = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** Lower case; not proven. */
  readonly email: string;
  readonly employeeCount: EmployeeCountRange;
  /** Trimmed; lines end as the writer's browser ends them. */
  readonly message: string;
  /** To marketing mail. */
  readonly consent: boolean;
};

/** Checks in the order of the specification: required fields, then the email. */
export function readInquiry(body: BodyOf<typeof contactUs>): Result<Inquiry> {
  const firstName = readShortText(body.firstName);
  const lastName = readShortText(body.lastName);
  const companyName = readShortText(body.companyName);
  const message = body.message.trim();
  const employeeCount = EMPLOYEE_COUNT_RANGES.find((range) => range === body.employeeCount);
  const said = [firstName, lastName, companyName, message, body.email.trim()];
  // The form offers the ranges, so any other value counts as missing.
  if (said.includes('') || !employeeCount) return rejected('allFieldsRequired');
  if (firstName === null || lastName === null || companyName === null) return rejected('invalidText');
  const email = readEmail(body.email);
  if (email === null) return rejected('invalidRegistrationEmail');
  if (message.length > INQUIRY_MAX) return rejected('inquiryTooLong');
  const consent = isConsent(body.consent);
  return accepted({ firstName, lastName, companyName, email, employeeCount, message, consent });
}

/** Only a clear yes counts as consent to marketing mail. */
function isConsent(sent: boolean | string | undefined): boolean {
  return sent === true || sent === 'true' || sent === 'on';
}
