import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import { unlimited } from '#tests/support/code-source.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './api-operations.ts';
import { type ApiUnderTest, startApi } from './api-under-test.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { SMUGGLED } from './hostile-values.ts';
import { createHostileWorld, type HostileWorld, NOBODY } from './hostile-world.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let world: HostileWorld;
const document = openApiDocument(allEndpoints) as unknown as OpenApiDocument;
const operations = operationsOf(document);
let sent = 0;
/** The first few say it all. */
const READABLE = 12;
const AT_ONCE = 16;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url, { limits: unlimited });
  world = await createHostileWorld(api);
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

/** Whatever must not move when something is refused: the head of the event store, who may sign in, who is. */
async function state(): Promise<string> {
  const [head, { rows }] = await Promise.all([
    api.store.head(),
    api.pool.query(
      `SELECT (SELECT md5(string_agg(accounts::text, '|' ORDER BY employee_id)) FROM accounts) AS accounts,
              (SELECT md5(string_agg(emails::text, '|' ORDER BY email)) FROM emails) AS emails,
              (SELECT count(*) || ' ' || count(revoked_at) FROM sessions) AS sessions`,
    ),
  ]);
  return JSON.stringify([head, rows]);
}

/** Why this answer is none that a client was promised; null when all is well. */
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

/** Sends every request to one call; what was not as promised, a line each. */
async function complaintsAbout(operation: Operation): Promise<string[]> {
  const foreign = await world.foreignFor(operation);
  const renewed = async () => [...hostileRequests(operation, await world.fieldsFor(operation), foreign)];
  let requests = await renewed();
  let session = await world.session(operation);
  const complaints: string[] = [];
  const complain = ({ request, status, body }: Answered, why: string) =>
    complaints.push(`${request.what} → ${why}: ${status} ${body.slice(0, 150)}`);

  async function send(request: HostileRequest): Promise<Answered> {
    const fresh = await freshened(request.payload, operation);
    const mine = operation.isPublic ? fresh.cookie : session;
    const cookie = mine === undefined ? {} : { cookie: mine };
    const reply = await api.app.inject({
      ...{ method: operation.method, url: request.url, headers: { ...cookie, ...request.headers } },
      ...(fresh.payload !== undefined && { payload: fresh.payload }),
    });
    const answered = { request, status: reply.statusCode, body: reply.body };
    const why = complaintOf(operation, answered);
    if (why !== null) complain(answered, why);
    if (request.status !== undefined && request.status !== reply.statusCode)
      complain(answered, `not ${request.status}`);
    return answered;
  }

  /**
   * Those among them that are refused change nothing; where others are taken, they are sent once more.
   * Whether one was taken.
   */
  async function sendAll(some: readonly HostileRequest[]): Promise<boolean> {
    const before = await state();
    const answers = await Promise.all(some.map(send));
    const refused = answers.filter(({ status }) => status !== 200);
    if (refused.length < some.length) {
      if (refused.length > 0) await sendAll(refused.map(({ request }) => request));
      return true;
    }
    if ((await state()) !== before)
      for (const each of answers) complain(each, 'one of these changed something');
    return false;
  }

  // What is deleted or signed out is so once: what comes after it is about others.
  const atOnce = operation.method === 'DELETE' ? 1 : AT_ONCE;
  for (let at = 0; at < requests.length; at += atOnce) {
    const wasTaken = await sendAll(requests.slice(at, at + atOnce));
    if (atOnce > 1 || !wasTaken) continue;
    requests = await renewed();
    session = await world.session(operation);
  }
  sent += requests.length;
  return complaints;
}

type Fresh = { readonly payload: HostileRequest['payload']; readonly cookie?: string };
let emails = 0;
async function freshened(payload: HostileRequest['payload'], operation: Operation): Promise<Fresh> {
  if (typeof payload !== 'string') return { payload };
  emails += 1;
  return world.freshened(payload.replaceAll(NOBODY, `${NOBODY}${emails}`), operation);
}

describe('every call of the OpenAPI document', () => {
  it('is walked here', async () => {
    expect((await api.app.inject('/api/openapi.json')).json()).toEqual(document);
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'refuses hostile input and changes nothing, or takes it as promised: %s',
    async (_name, operation) => {
      const complaints = await complaintsAbout(operation);
      expect(complaints.slice(0, READABLE)).toEqual([]);
    },
  );

  it('wrote nothing that was smuggled in, and nothing to another company than its own', async () => {
    expect(sent).toBeGreaterThan(operations.length * 30);
    const { rows } = await api.pool.query(
      `SELECT position, data FROM events
        WHERE data::text LIKE $1 OR (metadata->>'companyId' = $2 AND metadata->>'origin' = 'api')`,
      [`%${SMUGGLED}%`, world.foreignCompanyId],
    );
    expect(rows).toEqual([]);
  });
});
