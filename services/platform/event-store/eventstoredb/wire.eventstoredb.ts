import { createRequire } from 'node:module';
import type { Duplex, Readable } from 'node:stream';
import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Client, Metadata } from '@grpc/grpc-js';

// The generated messages are CommonJS inside the client's package; gRPC must be the very copy that the client uses.
const fromClient = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'));

const { StreamsClient } = fromClient(
  '../generated/streams_grpc_pb',
) as typeof import('@eventstore/db-client/generated/streams_grpc_pb.js');
/** The messages of the protocol, for calls that the client does not have: reads with a filter, and appends. */
export const messages = {
  ...(fromClient(
    '../generated/streams_pb.js',
  ) as typeof import('@eventstore/db-client/generated/streams_pb.js')),
  ...(fromClient(
    '../generated/shared_pb.js',
  ) as typeof import('@eventstore/db-client/generated/shared_pb.js')),
};
/** Appends take Google's, reads take EventStore's. */
export const { Empty: WellKnownEmpty } = fromClient(
  'google-protobuf/google/protobuf/empty_pb',
) as typeof import('google-protobuf/google/protobuf/empty_pb.js');
const { ReadStream } = fromClient('./streams/utils/ReadStream') as {
  ReadStream: new (
    open: () => Promise<Readable>,
    convert: unknown,
    options: object,
  ) => Readable & AsyncIterable<AllStreamResolvedEvent> & { cancel(): Promise<void> };
};
const { convertGrpcEvent } = fromClient('./utils/convertGrpcEvent') as { convertGrpcEvent: unknown };

const { parseUUID } = fromClient('./utils/grpcUUID') as {
  parseUUID(uuid: UUID | undefined): string | undefined;
};

/** The client's errors have types; those of gRPC, which come from the stream of appends, have none. */
export const { convertToCommandError } = fromClient('./utils/CommandError') as {
  convertToCommandError(error: Error): Error;
};

/** An id as text; the server gives it in either of two forms. */
export function uuidOf(uuid: UUID | undefined): string {
  return parseUUID(uuid) ?? '';
}

type Streams = InstanceType<typeof StreamsClient>;
type Options = { readonly requiresLeader?: boolean };
/** What the client has for its own calls: it finds the node, reconnects, and adds the credentials. */
type Inside = {
  GRPCStreamCreator<Call>(
    of: typeof Client,
    name: string,
    open: (streams: Streams) => Call,
  ): () => Promise<Call>;
  callArguments(options: Options, call: CallOptions): [Metadata, CallOptions];
};

function inside(client: EventStoreDBClient): Inside {
  return client as unknown as Inside;
}

/** The gRPC clients that a client has used: it closes none of them by itself. */
const used = new WeakMap<EventStoreDBClient, Set<Streams>>();

function openCall<Call>(
  client: EventStoreDBClient,
  name: string,
  call: (streams: Streams) => Call,
): () => Promise<Call> {
  return inside(client).GRPCStreamCreator(StreamsClient as never, name, (streams) => {
    used.set(client, (used.get(client) ?? new Set()).add(streams));
    return call(streams);
  });
}

/** Ends every call of the client and closes its connections. */
export async function closeClient(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  for (const streams of used.get(client) ?? []) streams.close();
}

/** Without an end. What waits for it has a deadline of its own, which also covers the search for a node. */
const ENDLESS: CallOptions = { deadline: Number.POSITIVE_INFINITY };

/** A stream of appends to the leader. */
export function openAppends(client: EventStoreDBClient): Promise<Duplex> {
  const leader = inside(client).callArguments({ requiresLeader: true }, ENDLESS);
  return openCall(client, 'appends', (streams) =>
    streams.batchAppend(...leader),
  )() as Promise<unknown> as Promise<Duplex>;
}

export type LogRead = {
  readonly direction: 'forwards' | 'backwards';
  /** Position of an event; default the start, or the end when reading backwards. */
  readonly from: number | undefined;
  readonly count: number;
  /** Streams whose names begin so; undefined for all. */
  readonly prefixes: readonly string[] | undefined;
  readonly requiresLeader?: boolean | undefined;
};

/** Records that the server looks through for one page of matches. */
const WINDOW = 2048;

/** Reads the whole log; the server leaves out what the prefixes do not name. */
export function readAll(client: EventStoreDBClient, read: LogRead): InstanceType<typeof ReadStream> {
  const request = new messages.ReadReq().setOptions(optionsOf(read));
  const leader = inside(client).callArguments({ requiresLeader: read.requiresLeader === true }, ENDLESS);
  const open = openCall(client, 'read', (streams) => streams.read(request, ...leader) as Readable);
  return new ReadStream(open, convertGrpcEvent, {});
}

function optionsOf({ direction, from, count, prefixes }: LogRead): ReadReq.Options {
  const { Options } = messages.ReadReq;
  const all = new Options.AllOptions();
  const place = String(from);
  if (from !== undefined)
    all.setPosition(new Options.Position().setCommitPosition(place).setPreparePosition(place));
  else if (direction === 'forwards') all.setStart(new messages.Empty());
  else all.setEnd(new messages.Empty());
  const options = new Options()
    .setAll(all)
    .setResolveLinks(false)
    .setCount(String(count))
    .setReadDirection(direction === 'forwards' ? 0 : 1)
    .setUuidOption(new Options.UUIDOption().setString(new messages.Empty()));
  if (!prefixes) return options.setNoFilter(new messages.Empty());
  const names = new Options.FilterOptions.Expression().setPrefixList([...prefixes]);
  return options.setFilter(
    new Options.FilterOptions().setStreamIdentifier(names).setMax(WINDOW).setCheckpointintervalmultiplier(1),
  );
}
