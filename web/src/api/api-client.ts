import { AS_OF } from '#contracts/as-of.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type ErrorBody, type MessageCode, messages, tooManyRequestsFor } from '#contracts/messages.ts';
import { type Submission, submissionOf } from './submission.ts';

/** A part is optional when the endpoint does not declare it, or when nothing in it is required. */
type Given<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of a call. A part that the endpoint does not declare cannot be given. */
export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> & {
    /** Makes a write safe to repeat; without one each call is a new intention. */
    idempotencyKey?: string;
    /** The answer waits until it includes every event up to this position of the log; `stale` if it could not. */
    since?: number | undefined;
    /** The moment of the answer, as `?as-of=` takes it; now without one. */
    asOf?: string;
  };

/** `stale`: the server could not wait long enough to include the caller's own last write, or `since`. */
export type Answer<E extends Endpoint> =
  | { ok: true; reply: ReplyOf<E>; stale: boolean }
  | ({ ok: false; status: number } & ErrorBody);

export type ApiClient = {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>>;
};

type ApiClientDeps = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  newKey: () => string;
  wait: (milliseconds: number) => Promise<void>;
  /** Runs the work after that time, unless the returned function is called first. */
  later: (work: () => void, milliseconds: number) => () => void;
};

/** Refusals that do not explain what is wrong with this request. */
const GENERIC: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'internalServerError',
  'unavailable',
  'malformed',
]);

export function isGeneric(error: MessageCode): boolean {
  return GENERIC.has(error);
}

/** Pauses before the second and third try, in milliseconds. */
const PAUSES = [300, 1200];

/** A person waits for so long and need not know of it. */
const SOON_SECONDS = 3;

/** Milliseconds until the call is repeated; null when it is not. */
function pauseAfter(response: Response | null, usual: number): number | null {
  if (response === null || response.status === 503) return usual;
  const seconds = secondsIn(response);
  return response.status === 429 && seconds > 0 && seconds <= SOON_SECONDS ? seconds * 1000 : null;
}

/** Of Retry-After. */
const secondsIn = ({ headers }: Response): number => Number(headers.get('Retry-After'));

/** The longest time for a call with its repetitions, until the last byte of its answer. */
export const CALL_LIMIT_MS = 15_000;

/**
 * Calls the REST API with the types of its contract. Bodies are sent form-encoded. A call that
 * reached no server, or an unavailable one, is repeated twice, and so is one that came a few seconds too early. Writes carry the same Idempotency-Key each time, so
 * repeating a write that succeeded changes nothing. Never throws: an outage is the refusal `unavailable`, and so is a
 * call without its whole answer in time.
 */
export function createApiClient({ fetch, newKey, wait, later }: ApiClientDeps): ApiClient {
  /**
   * Deletions without an answer, by address. The next one of the same row is the same intention; under a new key a row
   * that is already deleted would be refused as unknown. Other writes keep their key in their form.
   */
  const unanswered = new Map<string, Submission>();

  async function once(url: string, init: RequestInit): Promise<Response | null> {
    try {
      return await fetch(url, init);
    } catch {
      return null;
    }
  }

  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
      const url = `/api${pathOf(endpoint.path, input.params)}${queryOf(queryIn(input))}`;
      const limit = new AbortController();
      const body = bodyOf(input.body);
      const deletion =
        endpoint.method === 'DELETE' ? submissionOf(body, unanswered.get(url) ?? null, newKey) : null;
      if (deletion) unanswered.set(url, deletion);
      const init: RequestInit = {
        method: endpoint.method,
        headers: headersOf(endpoint, { idempotencyKey: deletion?.key, ...input }, newKey),
        credentials: 'same-origin',
        signal: limit.signal,
        ...(body !== null && { body }),
      };
      // How long a file takes depends on its size and the line.
      const cancel = isFile(input.body) ? () => {} : later(() => limit.abort(), CALL_LIMIT_MS);
      let response = await once(url, init);
      for (const pause of PAUSES) {
        const untilNext = pauseAfter(response, pause);
        if (limit.signal.aborted || untilNext === null) break;
        await wait(untilNext);
        response = await once(url, init);
      }
      const answer = await answerOf<E>(response);
      cancel();
      if (answer.ok || (answer.status >= 400 && answer.status < 500)) unanswered.delete(url);
      return answer;
    },
  };
}

/** The id under which the server logged its last failure; null before the first. */
export let lastCorrelationId: string | null = null;

/** The same client; `onAnswer` sees every answer before the caller does. */
export function watched(
  client: ApiClient,
  onAnswer: (endpoint: Endpoint, answer: Answer<Endpoint>) => void,
): ApiClient {
  return {
    async call(endpoint, input) {
      const answer = await client.call(endpoint, input);
      onAnswer(endpoint, answer);
      return answer;
    },
  };
}

function queryIn({ query, asOf }: { query?: unknown; asOf?: string }): unknown {
  return asOf === undefined ? query : { ...(query ?? {}), [AS_OF]: asOf };
}

function headersOf(
  endpoint: Endpoint,
  { idempotencyKey, since }: { idempotencyKey?: string | undefined; since?: number | undefined },
  newKey: () => string,
): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (endpoint.body)
    headers['Content-Type'] = endpoint.file?.type ?? 'application/x-www-form-urlencoded;charset=UTF-8';
  if (endpoint.method !== 'GET') headers['Idempotency-Key'] = idempotencyKey ?? newKey();
  if (since !== undefined) headers['X-Tallyboard-Position'] = String(since);
  return headers;
}

/** A file is sent as it is, from the disk. */
function bodyOf(body: unknown): Blob | string | null {
  if (body === undefined) return null;
  return isFile(body) ? body : queryOf(body).slice(1);
}

const isFile = (body: unknown): body is Blob => body instanceof Blob;

async function answerOf<E extends Endpoint>(response: Response | null): Promise<Answer<E>> {
  const outage = { ok: false, status: 0, error: 'unavailable', message: messages.unavailable } as const;
  if (!response) return outage;
  lastCorrelationId = response.headers.get('X-Correlation-Id') ?? lastCorrelationId;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    // The answer broke off, or is the page of a network that wants a sign-in of its own.
    if (body === null) return outage;
    const stale = response.headers.get('X-Tallyboard-Stale') === 'true';
    return { ok: true, reply: body as ReplyOf<E>, stale };
  }
  return { ok: false, status: response.status, ...timed(refusalIn(body), secondsIn(response)) };
}

/** After too many attempts the message names the time to wait, where the server says how long. */
function timed(refusal: ErrorBody, seconds: number): ErrorBody {
  const isKnown = refusal.error === 'tooManyRequests' && seconds > 0;
  return isKnown ? { ...refusal, message: tooManyRequestsFor(seconds) } : refusal;
}

/** A proxy may answer with a page of its own, which counts as an outage. */
function refusalIn(body: unknown): ErrorBody {
  if (typeof body === 'object' && body !== null && 'error' in body && 'message' in body) {
    return { error: String(body.error) as MessageCode, message: String(body.message) };
  }
  return { error: 'unavailable', message: messages.unavailable };
}

/** `/sales/getsales/{date}` with its braces filled; a missing parameter is a bug and throws. */
function pathOf(path: string, params: unknown): string {
  const given = entriesOf(params);
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = given.find(([key]) => key === name)?.[1];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, or nothing; also the form encoding of a body without its question mark. */
export function queryOf(values: unknown): string {
  const encoded = new URLSearchParams(entriesOf(values)).toString();
  return encoded && `?${encoded}`;
}

function entriesOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, String(value)]);
}
