import { casesOf } from '#tests/support/seed.ts';
import type { Operation } from './api-operations.ts';
import type { Share } from './hostile-shares.ts';
import {
  additionalFields,
  brokenCookies,
  hostileJson,
  hostileTexts,
  randomBodies,
  unreadableBodies,
} from './hostile-values.ts';

/** Valid values for the fields of a call. Ids are those of existing things. */
export type Fields = Readonly<Record<string, string>>;

export type HostileRequest = {
  /** Describes the request in a failure message. */
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** The expected status, where it is certain. */
  readonly status?: number;
};

type Requests = Generator<HostileRequest, void, void>;

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
/** Without the empty text and `all`: the router sees another path for them. */
const inPath = hostileTexts.filter((text) => text !== '' && text !== 'all');
/** Forms carry texts only, and JSON already covers the long lists. */
const inForms = hostileTexts.filter((_text, at) => at % 4 === 0);
const RANDOM_BODIES = casesOf({ always: 20, withSeed: 60 });
const IS_ID = /^(id|\w+Id)$/;

/** The valid request. */
function validRequest(operation: Operation, fields: Fields): HostileRequest {
  const well = { what: 'well meant', url: urlOf(operation, fields), status: 200 };
  if (!operation.bodyFields) return { ...well, headers: {} };
  return { ...well, headers: JSON_TYPE, payload: JSON.stringify(pick(fields, operation.bodyFields)) };
}

/**
 * A valid request, then every hostile one, always in the same order. `foreign` has ids of another company;
 * `share` chooses the values that this call tries for each field.
 */
export function* hostileRequests(
  operation: Operation,
  fields: Fields,
  foreign: Fields,
  share: Share,
): Requests {
  const well = validRequest(operation, fields);
  yield well;
  if (!operation.isPublic)
    for (const cookie of brokenCookies)
      yield {
        ...well,
        what: `cookie ${cookie.slice(0, 40)}`,
        headers: { ...well.headers, cookie },
        status: 401,
      };
  yield* inThePath(operation, fields, foreign, share, well);
  yield* inTheQuery(operation, fields, foreign, share, well);
  if (operation.bodyFields) yield* inTheBody(operation, operation.bodyFields, fields, foreign, share, well);
  if (operation.method !== 'GET') yield* anyBody(well, share);
}

function* inThePath(
  operation: Operation,
  fields: Fields,
  foreign: Fields,
  share: Share,
  well: HostileRequest,
): Requests {
  for (const field of operation.pathFields) {
    const to = (value: string) => urlOf(operation, { ...fields, [field]: value });
    for (const text of share('path', field, inPath))
      yield { ...without(well), what: `path ${field}=${brief(text)}`, url: to(text) };
    const broken = urlOf(operation, { ...fields, [field]: 'broken' }).replace('broken', '%zz');
    yield { ...without(well), what: 'a path that is not encoded', url: broken };
    const id = foreign[field];
    if (IS_ID.test(field) && id)
      yield { ...well, what: `foreign ${field} in the path`, url: to(id), status: 404 };
  }
}

function* inTheQuery(
  operation: Operation,
  fields: Fields,
  foreign: Fields,
  share: Share,
  well: HostileRequest,
): Requests {
  const ask = (question: string) => urlOf(operation, fields, operation.queryFields).concat(question);
  if (operation.method === 'GET') {
    const more = new URLSearchParams(additionalFields).toString();
    const glue = operation.queryFields.some((field) => field in fields) ? '&' : '?';
    yield { ...well, what: 'additional parameters', url: ask(`${glue}__proto__=x&__proto__[a]=x&${more}`) };
  }
  for (const field of operation.queryFields) {
    const rest = operation.queryFields.filter((other) => other !== field);
    const bare = urlOf(operation, fields, rest);
    const glue = rest.some((other) => other in fields) ? '&' : '?';
    for (const text of share('query', field, hostileTexts)) {
      const question = `${field}=${encodeURIComponent(text)}`;
      yield { ...without(well), what: `query ${field}=${brief(text)}`, url: `${bare}${glue}${question}` };
    }
    yield { ...without(well), what: `without ${field}`, url: bare };
    for (const question of [`${field}=a&${field}=b`, `${field}[]=a`, `${field}[a]=b`, `${field}=%zz`])
      yield { ...without(well), what: `query ${question}`, url: `${bare}${glue}${question}` };
    const id = foreign[field];
    if (IS_ID.test(field) && id)
      yield {
        ...{ ...well, what: `foreign ${field}`, url: `${bare}${glue}${field}=${id}` },
        // It only narrows a list: no row has it.
        status: field === 'campaignId' ? 200 : 404,
      };
  }
}

function* inTheBody(
  operation: Operation,
  names: readonly string[],
  fields: Fields,
  foreign: Fields,
  share: Share,
  well: HostileRequest,
): Requests {
  const body = pick(fields, names);
  const json = (what: string, value: unknown, status?: number): HostileRequest => ({
    ...without(well),
    ...{ what: `JSON: ${what}`, headers: JSON_TYPE, payload: JSON.stringify(value) },
    ...(status && { status }),
  });
  const form = (what: string, payload: string, status?: number): HostileRequest => ({
    ...without(well),
    ...{ what: `form: ${what}`, headers: FORM_TYPE, payload },
    ...(status && { status }),
  });
  const encoded = new URLSearchParams(body).toString();
  // The call knows this field, so it would be there twice.
  const unknown = Object.entries(additionalFields).filter(([name]) => !names.includes(name));
  yield form('well meant', encoded, 200);
  yield json('additional fields', { ...additionalFields, ...body }, 200);
  yield form(
    'additional fields',
    `${encoded}&__proto__=x&__proto__[a]=x&${new URLSearchParams(unknown)}`,
    200,
  );
  yield json('no fields', {});
  for (const field of names) {
    const { [field]: mine = '', ...rest } = body;
    yield json(`without ${field}`, rest);
    for (const value of [...share('body', field, hostileJson), ...share('body', field, hostileTexts)])
      yield json(`${field}=${brief(value)}`, { ...body, [field]: value });
    const others = new URLSearchParams(rest).toString();
    for (const text of share('body', field, inForms))
      yield form(`${field}=${brief(text)}`, `${others}&${new URLSearchParams({ [field]: text })}`);
    const twice = new URLSearchParams({ [field]: mine });
    yield form(`${field} twice`, `${others}&${twice}&${twice}`);
    for (const pair of [`${field}[]=a`, `${field}[a]=b`, `${field}=%00`, `${field}=%zz`, `${field}=%ff`])
      yield form(pair, `${others}&${pair}`);
    const id = foreign[field];
    if (IS_ID.test(field) && id) yield json(`foreign ${field}`, { ...body, [field]: id }, 404);
  }
  const seed = [...operation.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0;
  for (const random of randomBodies(names, seed, RANDOM_BODIES))
    yield json(`random ${brief(random)}`, { ...body, ...random });
}

function* anyBody(well: HostileRequest, share: Share): Requests {
  for (const { what, type, payload } of share('any body', '', unreadableBodies))
    yield { ...without(well), what, headers: type === null ? {} : { 'content-type': type }, payload };
  for (const key of ['', ' ', 'x'.repeat(256), 'é', '\u0001'])
    yield {
      ...without(well),
      what: `key ${brief(key)}`,
      headers: { ...well.headers, 'idempotency-key': key },
    };
  for (const position of ['-1', '1e9', 'NaN', '9'.repeat(40)])
    yield {
      ...without(well),
      what: `position ${position}`,
      headers: { ...well.headers, 'x-tallyboard-position': position },
    };
}

function urlOf({ path, queryFields }: Operation, fields: Fields, asked = queryFields): string {
  const full = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((fields[name] ?? '').toWellFormed()),
  );
  const query = pick(fields, asked);
  return Object.keys(query).length > 0 ? `${full}?${new URLSearchParams(query)}` : full;
}

function pick(fields: Fields, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}

/** The same request without an expected status. */
function without({ status: _, ...request }: HostileRequest): HostileRequest {
  return request;
}

function brief(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
