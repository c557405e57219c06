import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import { unlimited } from '#tests/registration/code-source.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './api-operations.ts';
import { countChanges } from './change-count.ts';
import { NOBODY } from './hostile-fields.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { sharesOf } from './hostile-shares.ts';
import { SMUGGLED } from './hostile-values.ts';
import { createHostileWorld, type HostileWorld, type ReadyRequest } from './hostile-world.ts';

const api = apiWorld({ clock: stoppedClock(), limits: unlimited });
let world: HostileWorld;
let trail: () => Promise<number>;
const document = openApiDocument(allEndpoints) as unknown as OpenApiDocument;
const operations = operationsOf(document);
const shareOf = sharesOf(operations);
/** The first few complaints are enough. */
const READABLE = 12;
const AT_ONCE = 16;
/** A person has one file at a time. */
const FILES = allEndpoints.filter(({ files }) => files).map(({ method, path }) => `${method} /api${path}`);
/** Each of these ends something that exists only once, so later requests need a new one. */
const ENDINGS = [
  ...['DELETE /api/logout', 'DELETE /api/employees/sessions'],
  'DELETE /api/companies/cancel-subscription',
];

/**
 * Good passkeys, links, and passwords that are changed work once, so the valid request is refused here, too, as is a lock of
 * what is not approved, or another claim after twenty. The tests of `tests/auth` and `tests/pay` send good ones.
 */
const BY_PROOF = [
  ...['POST /api/login/passkey', 'POST /api/employees/passkeys', 'PATCH /api/employees/passkeys/{id}'],
  ...['DELETE /api/employees/passkeys/{id}', 'POST /api/employees/confirm-identity'],
  ...['PATCH /api/employees/password', 'POST /api/employees/email/code', 'PUT /api/employees/email'],
  ...['POST /api/employees/email/link', 'POST /api/login/second-step', 'POST /api/employees/authenticator'],
  ...['DELETE /api/employees/authenticator', 'POST /api/employees/recovery-codes'],
  ...['POST /api/employees/invitation', 'DELETE /api/employees/pending-emails/{id}'],
  ...[
    'PATCH /api/companies/erasures/{id}',
    ...['POST /api/pay/claims', 'POST /api/pay/claims/{id}/answer', 'POST /api/pay/claims/{id}/reopen'],
    'POST /api/pay/lines/{id}/undo',
    'POST /api/pay/sales/{id}/confirm',
    'POST /api/pay/payroll/{from}/lock',
  ],
];

beforeAll(async () => {
  world = await createHostileWorld(api);
  trail = await countChanges(api.pool);
});

/** The state that a refusal must not change: the head of the event store, accounts, emails and sessions. */
async function state(): Promise<string> {
  return JSON.stringify(await Promise.all([api.store.head(), trail()]));
}

/** Why the API does not promise this answer; null when it does. */
function complaintOf(
  operation: Operation,
  { status, body }: { status: number; body: string },
): string | null {
  if (status >= 500) return 'a failure';
  const reply = status === 200 && operation.isFile ? body : JSON.parse(body);
  if (status === 200) {
    if (!operation.isReply(reply)) return 'not the reply that is promised';
    return body.includes(SMUGGLED) ? 'took a field it does not know' : null;
  }
  const { message, error, ...rest } = reply;
  if (Object.keys(rest).length > 0) return 'not only message and error';
  if (messages[error as keyof typeof messages] !== message) return 'not of the catalogue';
  return operation.refusals.get(status)?.includes(error) ? null : 'not documented';
}

type Answered = { readonly request: HostileRequest; readonly status: number; readonly body: string };

/** Sends every hostile request to one call; returns one line for each unexpected answer. */
async function complaintsAbout(operation: Operation): Promise<string[]> {
  const home = await world.homeFor(operation);
  const foreign = world.foreignFor(operation);
  const requests = [...hostileRequests(operation, home.fields, foreign, shareOf(operation))].map(asSomebody);
  let session = await home.session();
  const complaints: string[] = [];
  const complain = ({ request, status, body }: Answered, why: string) =>
    complaints.push(`${request.what} → ${why}: ${status} ${body.slice(0, 150)}`);

  async function send(request: ReadyRequest): Promise<Answered> {
    const mine = operation.isPublic ? request.cookie : session;
    const cookie = mine === undefined ? {} : { cookie: mine };
    const reply = await api.app.inject({
      ...{ method: operation.method, url: request.url, headers: { ...cookie, ...request.headers } },
      ...(request.payload !== undefined && { payload: request.payload }),
    });
    const answered = { request, status: reply.statusCode, body: reply.body };
    const why = complaintOf(operation, answered);
    if (why !== null) complain(answered, why);
    const isPromised = request.status !== undefined && !BY_PROOF.includes(operation.name);
    if (isPromised && request.status !== reply.statusCode) complain(answered, `not ${request.status}`);
    return answered;
  }

  /**
   * Checks that the refused requests changed nothing; if others were accepted, sends the refused ones again.
   * Returns whether one was accepted.
   */
  async function sendAll(some: readonly HostileRequest[]): Promise<boolean> {
    const ready = await home.ready(some);
    const before = await state();
    const answers = await Promise.all(ready.map(send));
    const refused = some.filter((_request, at) => answers[at]?.status !== 200);
    if (operation.method !== 'GET' && refused.length < some.length) {
      if (refused.length > 0) await sendAll(refused);
      return true;
    }
    if ((await state()) !== before)
      for (const each of answers) complain(each, 'one of these changed something');
    return false;
  }

  const isEnding = ENDINGS.includes(operation.name);
  const atOnce = isEnding || FILES.includes(operation.name) ? 1 : AT_ONCE;
  for (let at = 0; at < requests.length; at += atOnce) {
    const wasTaken = await sendAll(requests.slice(at, at + atOnce));
    if (!isEnding || !wasTaken) continue;
    await home.restore();
    session = await home.session();
  }
  return complaints;
}

/** Events with an unknown field, or in the company whose ids were sent. */
async function wronglyStored(): Promise<unknown[]> {
  const { rows } = await api.pool.query(
    `SELECT position, data FROM events
      WHERE data::text LIKE $1 OR (metadata->>'companyId' = $2 AND metadata->>'origin' = 'api')`,
    [`%${SMUGGLED}%`, world.foreignCompanyId],
  );
  return rows;
}

let emails = 0;
/** Uses a new email each time. */
function asSomebody(request: HostileRequest): HostileRequest {
  const { payload } = request;
  if (typeof payload !== 'string') return request;
  emails += 1;
  return { ...request, payload: payload.replaceAll(NOBODY, `${NOBODY}${emails}`) };
}

describe('every call of the OpenAPI document', () => {
  it('is tested here', { tags: ['reliability-43'] }, async () => {
    expect((await api.app.inject('/api/openapi.json')).json()).toEqual(document);
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'refuses hostile input and changes nothing, or takes it as promised: %s',
    { tags: ['asvs-1.2.4', 'asvs-2.2.1', 'asvs-2.2.2', 'asvs-3.5.3', 'asvs-8.2.3', 'spec-5.25', 'spec-8.4'] },
    async (_name, operation) => {
      const complaints = await complaintsAbout(operation);
      expect(complaints.slice(0, READABLE)).toEqual([]);
      if (operation.method !== 'GET') expect(await wronglyStored()).toEqual([]);
    },
  );
});
