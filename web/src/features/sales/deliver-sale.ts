import { addSale, editSale } from '#contracts/endpoints/sales.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import type { SaleBody, WaitingSale } from './add-sale-outbox.ts';

/** What this device says of a sale that waits. */
export const WORDS = {
  noNetwork: 'There is no network. The sale waits on this device and is sent when the network is back',
  noAnswer: 'There is no answer yet. The sale waits on this device and is sent again by itself',
  arrived: 'The sale had arrived and is recorded. Open it to change it, or undo it',
  mayHaveArrived:
    'The sale may have arrived already, and there is no answer yet. Discard it again when the network is back',
  changedElsewhere:
    'The sale was changed or discarded in another tab. Look at your sales before you record it again',
} as const;

export type SaleAnswer = Answer<typeof addSale>;

/** These are no answer to the sale: it waits on. */
const WAITS_ON: readonly MessageCode[] = [
  ...(['unavailable', 'internalServerError', 'tooManyRequests', 'foreignOrigin', 'conflict'] as const),
  ...(['subscriptionInactive', 'notLoggedIn'] as const),
];

/** Whether this is the server's last word on that sale. */
export const isSettled = (answer: SaleAnswer): boolean => answer.ok || !WAITS_ON.includes(answer.error);

const isSame = (left: SaleBody, right: SaleBody) => JSON.stringify(left) === JSON.stringify(right);

/** The sale as it is once its body has been sent. */
export function withBody(sale: WaitingSale): WaitingSale {
  return { ...sale, sent: [sale.body, ...sale.sent.filter((each) => !isSame(each, sale.body))] };
}

const send = (api: ApiClient, { key, madeAt }: WaitingSale, body: SaleBody): Promise<SaleAnswer> =>
  api.call(addSale, { body, query: { madeAt }, idempotencyKey: key });

/**
 * Sends a waiting sale. The server takes one body under a key. If it has taken an earlier one, of before the sale was
 * mended, then that sale is changed to what it is now; if it has refused that one, then this is sent under a key of its
 * own, which `renew` gives it.
 */
export async function deliver(
  api: ApiClient,
  sale: WaitingSale,
  renew: (sale: WaitingSale) => WaitingSale,
): Promise<SaleAnswer> {
  const answer = await send(api, sale, sale.body);
  if (answer.ok || answer.error !== 'idempotencyKeyReused') return answer;
  const former = await arrivedOf(api, sale);
  if (!former) return refusal(WORDS.changedElsewhere);
  if (!former.answer.ok) {
    if (!isSettled(former.answer)) return former.answer;
    const renewed = renew(sale);
    return send(api, renewed, renewed.body);
  }
  if (former.body.employeeId !== sale.body.employeeId) return refusal(WORDS.arrived);
  const [recorded] = former.answer.reply.requestedData;
  if (!recorded) return former.answer;
  const { employeeId: _, ...body } = sale.body;
  return api.call(editSale, {
    params: { id: recorded.id },
    body: { ...body, status: sale.body.status ?? recorded.status },
  });
}

/** No status that there is: the server refuses it. */
const WITHDRAWN = 'Withdrawn';

/**
 * Takes back a sale that may have arrived. The server takes one body under a key, so it first gets one that it refuses:
 * if nothing has arrived, then nothing will. Otherwise this returns the answer to what has.
 */
export async function withdraw(api: ApiClient, sale: WaitingSale): Promise<SaleAnswer> {
  const answer = await send(api, sale, { ...sale.body, status: WITHDRAWN });
  if (answer.ok || answer.error !== 'idempotencyKeyReused') return answer;
  return (await arrivedOf(api, sale))?.answer ?? answer;
}

/** The body that the server has taken under this key, and its answer; undefined if it was none of those sent. */
async function arrivedOf(
  api: ApiClient,
  sale: WaitingSale,
): Promise<{ body: SaleBody; answer: SaleAnswer } | undefined> {
  for (const body of sale.sent) {
    const answer = await send(api, sale, body);
    if (answer.ok || answer.error !== 'idempotencyKeyReused') return { body, answer };
  }
  return undefined;
}

function refusal(message: string): SaleAnswer {
  return { ok: false, status: 422, error: 'idempotencyKeyReused', message };
}
