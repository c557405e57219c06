import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import type { Answer, ApiClient } from '../api/api-client.ts';

export type SentCall = {
  path: string;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string | undefined;
  since?: number | undefined;
  asOf?: string;
};

type Reaction = (sent: SentCall, endpoint: Endpoint) => Answer<Endpoint> | Promise<Answer<Endpoint>>;

/** An API for tests of atoms: reactions by path, and a list of the requests. An unknown path is a bug. */
export function createFakeApi(reactions: Record<string, Reaction>): ApiClient & { sent: SentCall[] } {
  const sent: SentCall[] = [];
  return {
    sent,
    async call(endpoint, input) {
      const reaction = reactions[endpoint.path];
      if (!reaction) throw new Error(`no reaction for ${endpoint.path}`);
      const { params, query, body, idempotencyKey, since, asOf } = input as SentCall;
      const one = { path: endpoint.path, params, query, body, idempotencyKey, since, ...(asOf && { asOf }) };
      sent.push(one);
      return (await reaction(one, endpoint)) as Answer<typeof endpoint>;
    },
  };
}

export const replied = (reply: unknown): Answer<Endpoint> => ({ ok: true, reply, stale: false });

export const refused = (status: number, error: MessageCode): Answer<Endpoint> => ({
  ok: false,
  status,
  ...errorBody(error),
});
