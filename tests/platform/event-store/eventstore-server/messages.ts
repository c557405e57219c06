import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb';
import type { Expected, LogRecord, LogVerdict, Proposed } from './event-log.ts';
import { grpc, shared, status, streams, wellKnown } from './generated-code.ts';

const TICKS_PER_MILLISECOND = 10_000n;

export function eventResponse(record: LogRecord): ReadResp {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event.setId(new shared.UUID().setString(record.id));
  event.setStreamIdentifier(streamIdentifier(record.stream));
  event.setStreamRevision(String(record.revision));
  event.setCommitPosition(String(record.position));
  event.setPreparePosition(String(record.position));
  event.getMetadataMap().set('type', record.type);
  event.getMetadataMap().set('content-type', record.contentType);
  event.getMetadataMap().set('created', String(BigInt(record.createdAt) * TICKS_PER_MILLISECOND));
  event.setData(record.data);
  event.setCustomMetadata(record.metadata);
  const read = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(read);
}

export function confirmationResponse(id: string): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id);
  return new streams.ReadResp().setConfirmation(confirmation);
}

export function caughtUpResponse(): ReadResp {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

export function checkpointResponse(position: number): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export function streamNotFoundResponse(stream: string): ReadResp {
  const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream));
  return new streams.ReadResp().setStreamNotFound(notFound);
}

/** How the server says that a stream has a tombstone. */
export function streamDeleted(stream: string) {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  return { code: grpc.status.FAILED_PRECONDITION, details: `Event stream '${stream}' is deleted.`, metadata };
}

export const tooSlow = {
  code: grpc.status.ABORTED,
  details:
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
};

export function tombstoneResponse(position: number): TombstoneResp {
  const at = new streams.TombstoneResp.Position()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  return new streams.TombstoneResp().setPosition(at);
}

export function appendResponse(verdict: LogVerdict): BatchAppendResp {
  if (!verdict.success) {
    const wrong = new shared.WrongExpectedVersion();
    if (verdict.current === null) wrong.setCurrentNoStream(new wellKnown.Empty());
    else wrong.setCurrentStreamRevision(String(verdict.current));
    return refusal('WrongExpectedVersion', wrong.serializeBinary());
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(verdict.last.position))
    .setPreparePosition(String(verdict.last.position));
  const success = new streams.BatchAppendResp.Success()
    .setCurrentRevision(String(verdict.last.revision))
    .setPosition(position);
  return new streams.BatchAppendResp().setSuccess(success);
}

/** An append that was not written, or of which the server does not know. */
export function refusal(
  kind: 'WrongExpectedVersion' | 'StreamDeleted' | 'Timeout' | 'MaximumAppendSizeExceeded',
  details: Uint8Array = new Uint8Array(),
): BatchAppendResp {
  const any = new wellKnown.Any();
  any.pack(Buffer.from(details), `event_store.client.${kind}`);
  return new streams.BatchAppendResp().setError(new status.Status().setMessage(kind).setDetails(any));
}

/** How the server says that no event begins at a position. */
export function noPlace() {
  return { code: grpc.status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' };
}

/** How the server refuses a user: by what is wrong with it. */
export const refusals = {
  'wrong password': { code: grpc.status.UNAUTHENTICATED, details: '' },
  'no right': { code: grpc.status.PERMISSION_DENIED, details: 'Access Denied' },
} as const;

/** How a follower says that a call asked for the leader. */
export function notLeader(port: number) {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(port));
  return { code: grpc.status.NOT_FOUND, details: 'Leader info available', metadata };
}

export function proposedFrom(message: BatchAppendReq.ProposedMessage): Proposed {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function expectedFrom(options: BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasStreamExists()) return 'stream exists';
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any';
}

/** Which records the caller wants: by the type or the stream's name, by prefix or pattern. */
export function filterFrom(options: ReadReq.Options): (record: LogRecord) => boolean {
  const filter = options.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const by = byStream ?? filter?.getEventType();
  if (!by) return () => true;
  const prefixes = by.getPrefixList();
  const pattern = by.getRegex() ? new RegExp(by.getRegex()) : undefined;
  return (record) => {
    const name = byStream ? record.stream : record.type;
    return pattern ? pattern.test(name) : prefixes.some((prefix) => name.startsWith(prefix));
  };
}

export function streamNameFrom(
  options: { getStreamIdentifier(): { getStreamName_asU8(): Uint8Array } | undefined } | undefined,
): string {
  return Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
}

function streamIdentifier(name: string) {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name).toString('base64'));
}
