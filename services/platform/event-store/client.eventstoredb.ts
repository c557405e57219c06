import type * as Esdb from '@eventstore/db-client';
import { EventStoreUnavailable } from './event-store.port.ts';

export type EsdbModule = typeof Esdb;

/** The client of one server, loaded when it is first needed: gRPC costs memory that Postgres users keep. */
export type EsdbConnection = {
  readonly esdb: EsdbModule;
  readonly client: Esdb.EventStoreDBClient;
  /** Goes with every append, see `appendCredentials`. */
  readonly credentials: Esdb.Credentials | undefined;
};

export async function connectToEsdb(url: string): Promise<EsdbConnection> {
  const esdb = await import('@eventstore/db-client');
  const client = esdb.EventStoreDBClient.connectionString(url);
  return { esdb, client, credentials: appendCredentials(url) };
}

/** Host and port without user and password, for people. */
export function hostOf(url: string): string {
  const [authority = ''] = url.replace(/^[a-z+]+:\/\//, '').split(/[/?]/);
  return authority.replace(/^.*@/, '');
}

/**
 * An append that names its credentials goes as a call of its own. Without them the client puts all appends
 * of the process on one long stream with one table of waiting promises: there a broken stream fails the
 * appends of other servers too, and an answer that comes after that throws where nobody can catch it.
 */
function appendCredentials(url: string): Esdb.Credentials | undefined {
  const [, user, password] = /^[a-z+]+:\/\/([^:@/]+):([^@/]*)@/.exec(url) ?? [];
  if (user !== undefined && password !== undefined) {
    return { username: decodeURIComponent(user), password: decodeURIComponent(password) };
  }
  // Never sent: without TLS the client leaves credentials out.
  return /[?&]tls=false\b/i.test(url) ? { username: 'none', password: 'none' } : undefined;
}

/** What the client reports for a server that is away, going away or not answering in time. */
const OUTAGE_TYPES = ['unavailable', 'deadline-exceeded', 'timeout', 'cancelled', 'not-leader'];
/** gRPC's own CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE: failed appends come without a type. */
const OUTAGE_CODES = [1, 4, 14];
/** A server picked by gossip has no code; a connection cut in mid-answer has gRPC's INTERNAL. */
const OUTAGE_MESSAGES =
  /discover|RST_STREAM|GOAWAY|ECONNRE|socket hang up|write after end|channel.*(closed|shut)/i;

/** EventStoreUnavailable for an outage, the error itself for anything else. */
export function esdbOutageOr(error: unknown, url: string): unknown {
  const { type, code, message = '' } = error as { type?: string; code?: number; message?: string };
  const away =
    OUTAGE_TYPES.includes(type ?? '') || OUTAGE_CODES.includes(code ?? 0) || OUTAGE_MESSAGES.test(message);
  if (!away) return error;
  return new EventStoreUnavailable(`EventStoreDB at ${hostOf(url)} does not answer: ${message}`, {
    cause: error,
  });
}
