import { beforeAll, describe, expect, it } from 'vitest';
import type { RouteName } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { systemClock } from '#platform/clock.ts';
import { type Belongings, belongingsOf, goalOf } from '#tests/access/belongings.ts';
import { examples, type Sent, urlOf } from '#tests/access/examples.ts';
import { unlimited } from '#tests/registration/code-source.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';
import { countChanges } from './change-count.ts';

const api = apiWorld({ limits: unlimited });
let session: string;
let things: Belongings;
let changes: () => Promise<number>;

beforeAll(async () => {
  const { companyId, campaignId, manager, owner } = await api.company();
  const { token } = await api.sessions.open({ companyId, ...owner, timeZone: DAYTIME_ZONE, address: '' });
  session = `tb_session=${token}`;
  const ground = {
    ...{ commands: api.commands, accounts: api.accounts, pool: api.pool, clock: systemClock },
    waitForReads: (position: number) => api.progress.waitFor(position, MAX_WAIT_MS),
  };
  const goalId = await goalOf(ground, companyId);
  things = belongingsOf(ground, { companyId, campaignId, goalId, managerId: manager.employeeId, ...owner });
  changes = await countChanges(api.pool);
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Bytes that are no UTF-8. */
const BYTES = {
  'a byte of no character': [0xff],
  'a character cut short': [0xc3],
  'a longer form of NUL': [0xc0, 0x80],
  'half of a surrogate pair': [0xed, 0xa0, 0x80],
  'a character above the last one': [0xf4, 0x90, 0x80, 0x80],
};
const escaped = (bytes: readonly number[]) => bytes.map((byte) => `%${byte.toString(16)}`).join('');

type Body = {
  readonly what: string;
  readonly type: string;
  readonly payload: Buffer;
  /** The whole body is unreadable; otherwise only what the field holds is wrong. */
  readonly isUnreadable: boolean;
};

/** The fields as a body in which one value ends in something that no text may hold. */
function bodiesWith(field: string, fields: Readonly<Record<string, string>>): Body[] {
  const { [field]: value = '', ...others } = fields;
  const json = JSON.stringify({ ...others, [field]: `${value}@` });
  const form = new URLSearchParams({ ...others, [field]: `${value}~` }).toString();
  const inJson = (end: Buffer) => spliced(json, '@"}', end, '"}');
  const inForm = (end: Buffer) => spliced(form, '%7E', end, '');
  const body = (type: string, what: string, payload: Buffer, isUnreadable = true): Body => ({
    what: `${field} with ${what} in ${type}`,
    ...{ type, payload, isUnreadable },
  });
  return [
    ...Object.entries(BYTES).flatMap(([what, bytes]) => [
      body(JSON_TYPE, what, inJson(Buffer.from(bytes))),
      body(FORM_TYPE, what, inForm(Buffer.from(bytes))),
      body(FORM_TYPE, `${what}, escaped,`, inForm(Buffer.from(escaped(bytes)))),
    ]),
    ...['%', '%zz'].map((end) => body(FORM_TYPE, end, inForm(Buffer.from(end)))),
    ...['\\ud800', '\\udc00', '\\u0000'].map((end) => body(JSON_TYPE, end, inJson(Buffer.from(end)), false)),
    body(FORM_TYPE, '%00', inForm(Buffer.from('%00')), false),
  ];
}

/** The text with `end` and `rest` in place of its last `mark`. */
function spliced(text: string, mark: string, end: Buffer, rest: string): Buffer {
  const at = text.lastIndexOf(mark);
  return Buffer.concat([Buffer.from(text.slice(0, at)), end, Buffer.from(rest)]);
}

async function send({ method }: Endpoint, url: string, sent: Sent, body?: Body) {
  const cookies = Object.entries(sent.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const reply = await api.app.inject({
    ...{ method, url: `/api${url}` },
    headers: { cookie: [session, ...cookies].join('; '), ...(body && { 'content-type': body.type }) },
    ...(body && { payload: body.payload }),
  });
  return { status: reply.statusCode, error: reply.json().error };
}

const stored = async () => [await api.store.head(), await changes()];
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as RouteName;
const namesIn = (schema: Endpoint['body']) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

/** A schema may refuse such a text first, because it allows certain texts only. */
const invalid = ({ onInvalidInput }: Endpoint) =>
  expect.toSatisfy((error) => error === 'invalidText' || error === onInvalidInput);

describe('malformed text', () => {
  const withBody = allEndpoints.filter(({ body }) => body !== undefined);

  it.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'in any field of a body is refused and nothing is stored: %s',
    async (name, endpoint) => {
      const sent = await examples[name].of(things);
      const url = urlOf(endpoint.path, sent);
      const before = await stored();
      const fields = namesIn(endpoint.body);
      // A call without fields of its own takes, and ignores, those that a form sends all the same.
      const bodies = fields.flatMap((field) => bodiesWith(field, sent.body ?? {}));
      const ignored = bodiesWith('any', {}).filter(({ isUnreadable }) => isUnreadable);
      for (const body of [...bodies, ...ignored]) {
        const { status, error } = await send(endpoint, url, sent, body);
        expect({ what: body.what, status, error }).toEqual({
          ...{ what: body.what, status: 400 },
          error: body.isUnreadable ? 'malformed' : invalid(endpoint),
        });
      }
      expect(await stored()).toEqual(before);
    },
  );

  it.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'in a path or a query is refused: %s',
    async (name, endpoint) => {
      const sent = await examples[name].of(things);
      const before = await stored();
      const url = urlOf(endpoint.path, sent);
      const [path = '', query = ''] = url.split('?');
      for (const end of [...Object.values(BYTES).map(escaped), '%', '%zz', '%00']) {
        const isUnreadable = end !== '%00';
        const urls = [
          ...namesIn(endpoint.params).map((param) =>
            path.replace(encodeURIComponent(sent.params?.[param] ?? ''), (value) => value + end),
          ),
          ...namesIn(endpoint.query).map((field) => `${path}?${field}=x${end}&${query}`),
          ...(isUnreadable ? [`${path}?unknown=${end}`] : []),
        ];
        for (const each of urls) {
          const { status, error } = await send(endpoint, each, sent);
          expect({ each, status, error }).toEqual({
            ...{ each, status: 400 },
            error: isUnreadable ? 'malformed' : invalid(endpoint),
          });
        }
      }
      expect(await stored()).toEqual(before);
    },
  );
});
