import { expect } from 'vitest';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import type { ApiUnderTest } from '#tests/support/servers/api-under-test.ts';

export type Sent = {
  path?: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  type?: string;
  payload?: string | Buffer;
  cookie: string;
};

/** Sends the request; expects a documented refusal in our form and no change. */
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
  const documented = documentedRefusals(method, path);
  if (documented) expect(documented[reply.statusCode]).toContain(error);
  expect(await api.store.head()).toBe(before);
  return { status: reply.statusCode, error };
}

type Documented = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: { 'application/json': { schema: Schema } } }> }>
  >;
};
type Schema = { allOf?: [unknown, { properties: { error: { enum: string[] } } }] };

const { paths } = openApiDocument(allEndpoints) as unknown as Documented;

/** The documented refusal codes of that call by status; undefined for an unknown path. */
function documentedRefusals(method: string, path: string): Record<string, string[]> | undefined {
  const endpoint = allEndpoints.find(
    (each) =>
      each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(path),
  );
  if (!endpoint) return undefined;
  const responses = paths[`/api${endpoint.path}`]?.[method.toLowerCase()]?.responses ?? {};
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => {
      const [, own] = content['application/json'].schema.allOf ?? [];
      return [status, own?.properties.error.enum ?? []];
    }),
  );
}
