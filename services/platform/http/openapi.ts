import { IsOptional, type TSchema } from 'typebox';
import { AS_OF, AS_OF_HEADER } from '#contracts/as-of.ts';
import {
  type AccessRole,
  type AccessRule,
  accessRule,
  type Right,
} from '#contracts/endpoints/access-table.ts';
import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';
import { AUDIT_FEED } from '#contracts/live/audit-feed.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { JsonObject } from '../event-store/event-store.port.ts';
import { POSITION_HEADER, STALE_HEADER } from './read-your-writes.ts';
import { statusOf } from './respond.ts';

type Property = { name: string; schema: JsonObject; required: boolean };

const REFUSAL = {
  type: 'object',
  required: ['message', 'error'],
  properties: {
    message: { type: 'string', description: 'for people' },
    error: { type: 'string', description: 'for programs' },
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = { 'Retry-After': text('seconds') };
const POSITION = { [POSITION_HEADER]: text('where the read models have to get to, to show this write') };
const PAST = {
  [AS_OF_HEADER]: text(
    'with `as-of`: the position of the last event that is in the reply, and the time on its clock',
  ),
};
const MOMENT = {
  name: AS_OF,
  in: 'query',
  description:
    'The reply as it would have been then, for what the caller may read now: an instant with `Z` or an offset ' +
    '(`2026-11-21T13:00:00Z`), or `@` and a position of the log, which is right after that event. Nothing of the future.',
  schema: { type: 'string' },
};
const STALE = { [STALE_HEADER]: text('`true` when the reply may miss the newest writes of the caller') };

/** The OpenAPI 3.1 description of the REST API: nothing but the endpoint values of contracts, rewritten. */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const each of endpoints) {
    for (const spelling of pathsOf(each)) {
      const path = `/api${spelling}`;
      paths[path] = { ...paths[path], [each.method.toLowerCase()]: operation(each, spelling) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallyboard',
      version: '1',
      description:
        'Bodies are form-encoded or JSON. Every refusal has the body `{ "message", "error" }`. A write may carry an ' +
        '`Idempotency-Key` and answers `X-Tallyboard-Position`; a read waits until it shows that write. ' +
        'What others did, and what moves with the clock, it shows within a second. Over https ' +
        'the session cookie is called `__Host-tb_session`.',
    },
    tags: [{ name: 'Audit', description: AUDIT_FEED }],
    components: {
      schemas: { Refusal: REFUSAL },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'tb_session' } },
    },
    paths,
  };
}

function operation(endpoint: Endpoint, path: string): JsonObject {
  const rule = accessRule(endpoint);
  const write = endpoint.method !== 'GET';
  const headers = {
    ...(write && POSITION),
    ...((!write || endpoint.waitsLikeRead) && STALE),
    ...(endpoint.asOf && PAST),
  };
  return {
    operationId: `${endpoint.method.toLowerCase()}${path.replaceAll(/[{}]/g, '').replaceAll(/\W+/g, '_')}`,
    summary: endpoint.summary,
    description: `${path === endpoint.path ? '' : `The same as ${endpoint.path}.\n\n`}${accessNote(rule)}`,
    tags: [endpoint.tag],
    security: rule.rights.nobody === 'allowed' ? [] : [{ session: [] }],
    parameters: [
      ...properties(endpoint.params).map((each) => ({ ...each, required: true, in: 'path' })),
      ...properties(endpoint.query).map((each) => ({ ...each, in: 'query' })),
      ...(endpoint.asOf ? [MOMENT] : []),
      ...(write
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !IsOptional(endpoint.body),
        content: {
          'application/x-www-form-urlencoded': { schema: plain(endpoint.body) },
          'application/json': { schema: plain(endpoint.body) },
          ...(endpoint.file && { [endpoint.file.type]: { schema: { type: 'string' } } }),
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        headers,
        content: Object.fromEntries(
          (endpoint.files ?? ['application/json']).map((type) => [type, { schema: plain(endpoint.reply) }]),
        ),
      },
      ...refusals(endpoint),
    },
  };
}

/** Every status but 200, with the codes it may carry. */
function refusals(endpoint: Endpoint): JsonObject {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, pairs]) => [status, refusal(status, new Set(pairs.map(([, code]) => code)))]),
  );
}

function refusal(status: number, codes: ReadonlySet<MessageCode>): JsonObject {
  const own = { properties: { error: { enum: [...codes] } } };
  const schema: JsonObject = { allOf: [{ $ref: '#/components/schemas/Refusal' }, own] };
  return {
    description: [...codes].map((code) => `\`${code}\`: ${messages[code]}`).join('\n\n'),
    ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    content: { 'application/json': { schema } },
  };
}

type RefusalOfStatus = readonly [status: number, code: MessageCode];

/** What any call of that kind may meet, then the rules of this one. */
function refusalsOf(endpoint: Endpoint): RefusalOfStatus[] {
  const { method, onInvalidInput } = endpoint;
  const rule = accessRule(endpoint);
  const codes: MessageCode[] = ['malformed', 'unavailable', 'internalServerError'];
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalidText');
  if (properties(endpoint.query).some(({ name }) => name === 'cursor')) codes.push('invalidCursor');
  codes.push(...accessRefusals(rule));
  codes.push(...(endpoint.asOf ? (['invalidAsOf', 'asOfFuture'] as const) : (['asOfNotHere'] as const)));
  if (method !== 'GET') codes.push('foreignOrigin', 'tooLarge', 'conflict', 'invalidIdempotencyKey');
  if (method !== 'GET' && rule.rights.nobody === 'refused')
    codes.push('idempotencyKeyReused', 'tooManyRequests');
  if (endpoint.files) codes.push('foreignOrigin', 'tooManyRequests');
  codes.push(...(endpoint.refusals ?? []));
  return [
    [400, onInvalidInput],
    ...(method === 'GET' ? [] : [[415, 'malformed'] as const]),
    ...codes.map((code) => [statusOf(code), code] as const),
  ];
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

const PEOPLE = {
  nobody: 'without a session',
  associate: 'sales associate',
  manager: 'manager',
  'super employee': 'super employee',
} as const satisfies Record<AccessRole, string>;

const RIGHTS: Readonly<Record<Right, string>> = {
  allowed: 'yes',
  own: 'what is their own',
  self: 'when `id` is their own',
  refused: 'no',
};

/** The row of the access table in words, for the API document. */
export function accessNote({ rights, answersInactive }: AccessRule): string {
  if (rights.nobody === 'allowed') return 'Access: everybody.';
  const roles = (Object.keys(PEOPLE) as AccessRole[]).map(
    (role) => `| ${PEOPLE[role]} | ${RIGHTS[rights[role]]} |`,
  );
  const inactive = `| with an inactive subscription | ${answersInactive ? 'yes' : 'no'} |`;
  return ['| Access | |', '| --- | --- |', ...roles, inactive].join('\n');
}

/** The rejections that the access check of this route may give. */
export function accessRefusals({ rights, answersInactive, refusal }: AccessRule): MessageCode[] {
  if (rights.nobody === 'allowed') return [];
  const notAll = Object.entries(rights).some(
    ([role, right]) => role !== 'nobody' && right !== 'allowed' && right !== 'own',
  );
  return [
    'notLoggedIn',
    ...(answersInactive ? [] : (['subscriptionInactive'] as const)),
    ...(notAll ? [refusal] : []),
  ];
}
