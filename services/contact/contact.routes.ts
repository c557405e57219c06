import { contactUs } from '#contracts/endpoints/contact.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { isOutage } from '#platform/http/failures.ts';
import { derivedId } from '#platform/ids.ts';
import type { LimitRule, Limits } from '#platform/limits/limits.port.ts';
import { networkOf } from '#platform/limits/network.ts';
import { publicRules } from '#platform/limits/public-rules.ts';
import type { Log } from '#platform/log.ts';
import { type Inquiry, readInquiry } from './inquiry.ts';

/** Stores the mail to the support and, if it is to be, the receipt: both or neither; each `id` once. */
export type SendInquiry = (
  inquiry: Inquiry,
  options: { readonly id: string; readonly companyId: string | null; readonly receipt: boolean },
) => Promise<void>;

export type ContactDeps = {
  readonly send: SendInquiry;
  readonly limits: Pick<Limits, 'take'>;
  readonly log: Log;
};

/** Anybody can type in anybody's address, from any number of networks: nobody is sent more than these. */
const RECEIPTS: LimitRule = { name: 'contact receipt', times: 3, seconds: 24 * 3600 };
const NOBODY = { companyId: '', employeeId: '' };

export function contactRoutes(route: Route, deps: ContactDeps): void {
  route(contactUs, async (call) => {
    try {
      return await write(call, deps);
    } catch (error) {
      if (!isOutage(error)) throw error;
      deps.log.warn({ err: error }, 'an inquiry could not be stored');
      return refuse('failedToSendMessage');
    }
  });
}

/** The same inquiry under the same Idempotency-Key is sent once; the key of another writer is another key. */
async function write(
  call: Call<typeof contactUs>,
  { limits, send }: ContactDeps,
): Promise<Answer<{ message: string }>> {
  const inquiry = readInquiry(call.body);
  if (typeof inquiry === 'string') return refuse(inquiry);
  const taken = await limits.take([publicRules.contact, networkOf(call.address)]);
  if (!taken.allowed) return { ...taken, ...refuse('tooManyRequests') };
  const receipt = (await limits.take([RECEIPTS, inquiry.email])).allowed;
  const { caller } = call;
  const { commandId } = call.command(caller ?? NOBODY);
  const id = derivedId('inquiry', commandId, JSON.stringify(inquiry));
  await send(inquiry, { id, companyId: caller ? caller.companyId : null, receipt });
  return { ok: true, reply: { message: messages.inquirySent } };
}
