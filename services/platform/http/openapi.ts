import type { TSchema } from 'typebox';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { JsonObject } from '../event-store/event-store.port.ts';
import { statusOf } from './refusal-status.ts';

type Property = { name: string; schema: JsonObject; required: boolean };

const REFUSAL = {
  type: 'object',
  required: ['message', 'error'],
  properties: {
    message: { type: 'string', description: 'for people' },
    error: { type: 'string', enum: Object.keys(messages), description: 'for programs' },
  },
} as const;

/** The OpenAPI 3.1 description of the REST API: nothing but the endpoint values of contracts, rewritten. */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const each of endpoints) {
    const path = `/api${each.path}`;
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operation(each) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallyboard',
      version: '1',
      description:
        'Bodies are form-encoded or JSON. Every refusal has the body `{ "message", "error" }`. A write may carry an ' +
        '`Idempotency-Key` and answers `X-Tallyboard-Position`; a read waits until it shows that write.',
    },
    components: {
      schemas: { Refusal: REFUSAL },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'tb_session' } },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): JsonObject {
  const write = endpoint.method !== 'GET';
  return {
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.`,
    tags: [endpoint.tag],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...properties(endpoint.params).map((each) => ({ ...each, required: true, in: 'path' })),
      ...properties(endpoint.query).map((each) => ({ ...each, in: 'query' })),
      ...(write
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: plain(endpoint.body) },
          'application/json': { schema: plain(endpoint.body) },
        },
      },
    }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: plain(endpoint.reply) } } },
      ...refusals(endpoint),
    },
  };
}

/** What any caller may meet at this endpoint; refusals of single rules are 400, 404 and 409. */
function refusals(endpoint: Endpoint): JsonObject {
  const codes: MessageCode[] = [endpoint.misfit, 'malformed', 'unavailable'];
  if (endpoint.access !== 'public') codes.push('notLoggedIn', 'subscriptionInactive', 'restricted');
  if (endpoint.params) codes.push('notFound');
  if (endpoint.method !== 'GET') codes.push('foreignOrigin', 'conflict', 'tooLarge', 'idempotencyKeyReused');
  if (endpoint.path === '/login') codes.push('tooManyRequests');
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  return Object.fromEntries(codes.map((code) => [statusOf(code), { description: messages[code], content }]));
}

function properties(schema: TSchema | undefined): Property[] {
  if (!schema) return [];
  const object = plain(schema) as { properties?: Record<string, JsonObject>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: object.required?.includes(name) ?? false,
  }));
}

/** A TypeBox schema is JSON Schema plus symbols, which JSON leaves out. */
function plain(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
