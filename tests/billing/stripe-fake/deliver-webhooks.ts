import type { StripeFake } from './stripe-fake.ts';

export type DeliveryPlan = {
  /** How often each is delivered; 1 by default. */
  readonly times?: number;
  /** Index of the first webhook to deliver. */
  readonly from?: number;
  /** Sets the order; by default the order of the events. */
  readonly shuffle?: <T>(all: readonly T[]) => readonly T[];
};

/** Sends all webhooks so far, signed now, one after the other. Returns the status of each reply. */
export async function deliverWebhooks(
  fake: StripeFake,
  url: string,
  { times = 1, from = 0, shuffle = (all) => all }: DeliveryPlan = {},
): Promise<number[]> {
  const bodies = fake.webhooks.slice(from);
  const statuses: number[] = [];
  for (const rawBody of shuffle(Array.from({ length: times }, () => bodies).flat())) {
    statuses.push(await postWebhook(url, rawBody, fake.sign(rawBody, fake.now())));
  }
  return statuses;
}

export async function postWebhook(
  url: string,
  rawBody: Buffer,
  signature: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== null && { 'stripe-signature': signature }),
      ...headers,
    },
    body: new Uint8Array(rawBody),
  });
  await response.arrayBuffer();
  return response.status;
}
