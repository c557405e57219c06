import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './api-operations.ts';
import { type ApiUnderTest, startApi } from './api-under-test.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { SMUGGLED } from './hostile-values.ts';
import { createHostileWorld, type HostileWorld } from './hostile-world.ts';

let database: TestDatabase;
let api: ApiUnderTest;
let world: HostileWorld;
const document = openApiDocument(allEndpoints) as unknown as OpenApiDocument;
const operations = operationsOf(document);
let sent = 0;
/** The first few say it all. */
const READABLE = 12;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url);
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
  const reply = JSON.parse(body);
  if (status === 200) {
    if (!operation.isReply(reply)) return 'not the reply that is promised';
    return body.includes(SMUGGLED) ? 'took a field it does not know' : null;
  }
  const { message, error, ...rest } = reply;
  if (Object.keys(rest).length > 0) return 'not only message and error';
  if (messages[error as keyof typeof messages] !== message) return 'not of the catalogue';
  return operation.refusals.get(status)?.includes(error) ? null : 'not documented';
}

/** Sends every request to one call; what was not as promised, a line each. */
async function complaintsAbout(operation: Operation): Promise<string[]> {
  const foreign = await world.foreignFor(operation);
  const renewed = async () => [...hostileRequests(operation, await world.fieldsFor(operation), foreign)];
  let requests = await renewed();
  let session = await world.session();
  const complaints: string[] = [];
  for (let at = 0; at < requests.length; at += 1) {
    const { what, status, url, payload, headers } = requests[at] as HostileRequest;
    const before = await state();
    const cookie = operation.isPublic ? {} : { cookie: session };
    const reply = await api.app.inject({
      ...{ method: operation.method, url, headers: { ...cookie, ...headers } },
      ...(payload !== undefined && { payload }),
    });
    const answer = { status: reply.statusCode, body: reply.body };
    const complain = (why: string) =>
      complaints.push(`${what} → ${why}: ${answer.status} ${answer.body.slice(0, 150)}`);
    const complaint = complaintOf(operation, answer);
    if (complaint !== null) complain(complaint);
    if (status !== undefined && status !== answer.status) complain(`not ${status}`);
    if (answer.status !== 200 && (await state()) !== before) complain('refused, and yet something changed');
    if (answer.status !== 200) continue;
    // The thing is deleted, the email taken, the session over: the next request is about others.
    if (operation.method === 'DELETE' || operation.path.endsWith('/addemployee')) requests = await renewed();
    if (operation.path.endsWith('/logout')) session = await world.session();
  }
  sent += requests.length;
  return complaints;
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
