import type * as Esdb from '@eventstore/db-client';
import { EventStoreUnavailable } from '../event-store.port.ts';

export type EsdbModule = typeof Esdb;

/** The client of one server, loaded on first use: installations on Postgres save the memory of gRPC. */
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

/** Host and port without user and password. */
export function hostOf(url: string): string {
  const [authority = ''] = url.replace(/^[a-z+]+:\/\//, '').split(/[/?]/);
  return authority.replace(/^.*@/, '');
}

/**
 * With credentials the client sends each append as a call of its own. Without them it puts all appends of the
 * process on one stream with one table of pending promises: a broken stream then fails the appends to other servers
 * too, and a late answer throws where it cannot be caught.
 */
function appendCredentials(url: string): Esdb.Credentials | undefined {
  const [, user, password] = /^[a-z+]+:\/\/([^:@/]+):([^@/]*)@/.exec(url) ?? [];
  if (user !== undefined && password !== undefined) {
    return { username: decodeURIComponent(user), password: decodeURIComponent(password) };
  }
  // Not sent: without TLS the client omits credentials.
  return /[?&]tls=false\b/i.test(url) ? { username: 'none', password: 'none' } : undefined;
}

/** The error types for a server that is away, shuts down or does not answer in time. */
const OUTAGE_TYPES = ['unavailable', 'deadline-exceeded', 'timeout', 'cancelled', 'not-leader'];
/** gRPC's CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE: failed appends have no type. */
const OUTAGE_CODES = [1, 4, 14];
/** Errors of gossip have no code; a connection that breaks during an answer has gRPC's INTERNAL. */
const OUTAGE_MESSAGES =
  /discover|RST_STREAM|GOAWAY|ECONNRE|socket hang up|write after end|channel.*(closed|shut)/i;

/** EventStoreUnavailable for an outage, the error itself for any other error. */
export function esdbOutageOr(error: unknown, url: string): unknown {
  const { type, code, message = '' } = error as { type?: string; code?: number; message?: string };
  const away =
    OUTAGE_TYPES.includes(type ?? '') || OUTAGE_CODES.includes(code ?? 0) || OUTAGE_MESSAGES.test(message);
  if (!away) return error;
  return new EventStoreUnavailable(`EventStoreDB at ${hostOf(url)} does not answer: ${message}`, {
    cause: error,
  });
}
