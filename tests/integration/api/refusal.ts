import { expect } from 'vitest';
import { messages } from '#contracts/messages.ts';
import type { ApiUnderTest } from './api-under-test.ts';

export type Sent = {
  path?: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  type?: string;
  payload?: string | Buffer;
  cookie: string;
};

/** Sends it, and expects a refusal in our form that changed nothing. */
export async function refusalOf(
  api: ApiUnderTest,
  { path = '/sales/addsale', method = 'POST', type, payload, cookie }: Sent,
) {
  const before = await api.store.head();
  const reply = await api.app.inject({
    method,
    url: `/api${path}`,
    headers: { cookie, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
  const { message, error, ...rest } = reply.json();
  expect(rest).toEqual({});
  expect(messages[error as keyof typeof messages]).toBe(message);
  expect(await api.store.head()).toBe(before);
  return { status: reply.statusCode, error };
}
