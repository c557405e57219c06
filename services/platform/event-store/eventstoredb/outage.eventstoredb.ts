import type { Scheduler } from '../../clock.ts';
import { EventStoreUnavailable } from '../event-store.port.ts';

/** The error types for a server that is away, shuts down or does not answer in time. */
const OUTAGE_TYPES = ['unavailable', 'deadline-exceeded', 'timeout', 'cancelled', 'not-leader'];
/** gRPC's CANCELLED, DEADLINE_EXCEEDED, ABORTED (a timeout of the server's) and UNAVAILABLE. */
const OUTAGE_CODES = [1, 4, 10, 14];
/** Errors of gossip have no code; a connection that breaks during an answer has gRPC's INTERNAL. */
const OUTAGE_MESSAGES =
  /discover|no leader|RST_STREAM|GOAWAY|ECONNRE|socket hang up|write after end|channel.*(closed|shut)/i;

type Shape = { readonly type?: string; readonly code?: number; readonly message?: string };

/** EventStoreUnavailable for an outage, the error itself for any other error. */
export function esdbOutageOr(error: unknown, url: string): unknown {
  if (error instanceof EventStoreUnavailable) return error;
  const { type, code, message = '' } = error as Shape;
  const away =
    OUTAGE_TYPES.includes(type ?? '') || OUTAGE_CODES.includes(code ?? 0) || OUTAGE_MESSAGES.test(message);
  if (!away) return error;
  return new EventStoreUnavailable(`EventStoreDB at ${hostOf(url)} does not answer: ${message}`, {
    cause: error,
  });
}

/** A connection that could not be opened: nothing was sent on it. */
export function isRefused(error: unknown): boolean {
  const { message = '' } = error as Shape;
  return /ECONNREFUSED|No connection established|Name resolution failed/i.test(message);
}

/** The server has ended a subscription that took too few of the new events; all else on the connection goes on. */
export function isTooSlow(error: unknown): boolean {
  return /consumer too slow/i.test((error as Shape).message ?? '');
}

/** The server cannot read from a position at which no event begins. */
export function isNoPlace(error: unknown): boolean {
  const { code, message = '' } = error as Shape;
  return code === 2 && /Read\w*Result: (Error|InvalidPosition)/.test(message);
}

export function withType(type: string, message: string): Error {
  return Object.assign(new Error(message), { type });
}

export const outage = (message: string): Error => withType('unavailable', message);
export const late = (ms: number): Error => withType('deadline-exceeded', `no answer within ${ms} ms`);

/** Rejects with `tooLate` when the work takes longer; its own outcome is then ignored. */
export async function endsWithin<Value>(
  scheduler: Scheduler,
  ms: number,
  work: Promise<Value>,
  tooLate: () => unknown = () => late(ms),
): Promise<Value> {
  const end = Promise.withResolvers<never>();
  const cancel = scheduler.after(ms, () => end.reject(tooLate()));
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    cancel();
  }
}

/** Host and port of each node, without user and password. */
export function hostOf(url: string): string {
  const [authority = ''] = url.replace(/^[a-z+]+:\/\//, '').split(/[/?]/);
  return authority.replace(/^.*@/, '');
}

const NOT_TRUSTED = /self.?signed|unable to (verify|get)|altnames|certificate has expired/i;

/** One line that says what to do about EVENTSTORE_URL; undefined while the server is merely away. */
export function esdbMistake(error: unknown, url: string): string | undefined {
  const { code, type, message = '' } = ((error as Error).cause ?? error) as Shape;
  const host = hostOf(url);
  if (code === 16 || (type === 'access-denied' && /unauthenticated/i.test(message)))
    return `EVENTSTORE_URL: ${host} does not take this user and password; they are written as esdb://user:password@host`;
  if (code === 7 || type === 'access-denied')
    return `EVENTSTORE_URL: ${host} refuses access; it takes the user and password of an administrator, as esdb://user:password@host`;
  if (/certificate (key )?file|userKeyFile/i.test(message))
    return 'EVENTSTORE_URL: the file that tlsCAFile, userCertFile or userKeyFile names cannot be read';
  if (NOT_TRUSTED.test(message))
    return `EVENTSTORE_URL: the certificate of ${host} is not trusted; add tlsCAFile=/path/of/its/authority.crt`;
  if (/wrong version number|EPROTO|packet length too long/i.test(message))
    return `EVENTSTORE_URL: ${host} does not speak TLS; add ?tls=false`;
  if (error instanceof EventStoreUnavailable) return undefined;
  return `EVENTSTORE_URL: ${host} says: ${message.split('\n')[0]}`;
}
