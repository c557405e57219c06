import type { Duplex } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Scheduler } from '../../clock.ts';
import type { AppendCondition, AppendConflict, ExpectedRevision, NewEvent } from '../event-store.port.ts';
import { safeNumber, toEnvelope } from './events.eventstoredb.ts';
import { late, outage, withType } from './outage.eventstoredb.ts';
import { convertToCommandError, messages, openAppends, uuidOf, WellKnownEmpty } from './wire.eventstoredb.ts';

export type Written = { readonly outcome: 'written'; readonly revision: number; readonly position: number };

export type Append = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: ExpectedRevision;
  /** Stored with the events; the server does not check it. */
  readonly condition?: AppendCondition | undefined;
};

export type BatchAppend = {
  /**
   * Writes all events or none. An error of type 'deadline-exceeded', 'timeout' or of the connection leaves it open
   * whether they were written; then it is known within `deadlineMs`.
   */
  append(append: Append, deadlineMs: number): Promise<Written | AppendConflict>;
};

type Waiting = {
  readonly resolve: (outcome: Written | AppendConflict) => void;
  readonly reject: (error: unknown) => void;
};

/** The server refuses gRPC messages of more than four megabytes. */
const LARGEST_MESSAGE = 3_000_000;

/**
 * All appends of a connection on one gRPC stream. The client has the same, with one table of waiting promises for all
 * its connections: a broken stream fails the appends of the others, a late answer ends the process, and an append
 * that is never answered waits for ever. Here each connection has its own table, and each append a deadline.
 */
export function createBatchAppend(client: EventStoreDBClient, scheduler: Scheduler): BatchAppend {
  const waiting = new Map<string, Waiting>();
  let opening: Promise<Duplex> | undefined;
  let open: Duplex | undefined;

  /** Whatever is on its way has no answer any more. */
  const end = (stream: Duplex | undefined, error: unknown) => {
    if (open !== stream) return;
    open = undefined;
    opening = undefined;
    for (const { reject } of [...waiting.values()]) reject(error);
  };

  const answer = (response: BatchAppendResp) => {
    const found = waiting.get(uuidOf(response.getCorrelationId()));
    if (!found) return;
    try {
      found.resolve(outcomeOf(response));
    } catch (error) {
      found.reject(error);
    }
  };

  const opened = async (): Promise<Duplex> => {
    const stream = await openAppends(client);
    open = stream;
    stream.on('data', answer);
    stream.on('error', (error) => end(stream, convertToCommandError(error)));
    stream.on('end', () => end(stream, outage('the server has ended the stream of appends')));
    return stream;
  };

  const write = (stream: Duplex, requests: readonly BatchAppendReq[]) => {
    for (const request of requests) stream.write(request);
  };

  return {
    append(append, deadlineMs) {
      const id = crypto.randomUUID();
      const requests = requestsOf(id, append);
      return new Promise((resolve, reject) => {
        const cancel = scheduler.after(deadlineMs, () => done(reject, late(deadlineMs)));
        function done<Value>(settle: (value: Value) => void, value: Value) {
          cancel();
          waiting.delete(id);
          settle(value);
        }
        waiting.set(id, {
          resolve: (outcome) => done(resolve, outcome),
          reject: (error) => done(reject, error),
        });
        if (open) return write(open, requests);
        opening ??= opened();
        opening.then(
          (ready) => waiting.has(id) && write(ready, requests),
          (error) => end(undefined, error),
        );
      });
    },
  };
}

function requestsOf(id: string, { stream, events, expected, condition }: Append): BatchAppendReq[] {
  const name = new messages.StreamIdentifier().setStreamName(Buffer.from(stream));
  // Without a deadline, which would be a moment on the server's clock: it has a limit of its own, of two seconds.
  const options = new messages.BatchAppendReq.Options().setStreamIdentifier(name);
  const nothing = () => new WellKnownEmpty();
  if (typeof expected === 'number') options.setStreamPosition(String(expected));
  else if (expected === 'no stream') options.setNoStream(nothing());
  else if (expected === 'stream exists') options.setStreamExists(nothing());
  else options.setAny(nothing());

  const requestWith = (): BatchAppendReq =>
    new messages.BatchAppendReq().setCorrelationId(new messages.UUID().setString(id));
  let last = requestWith().setOptions(options);
  const requests = [last];
  let size = 0;
  for (const event of events) {
    const { message, bytes } = proposed(event, condition);
    if (size > 0 && size + bytes > LARGEST_MESSAGE) {
      last = requestWith();
      requests.push(last);
      size = 0;
    }
    size += bytes;
    last.addProposedMessages(message);
  }
  last.setIsFinal(true);
  return requests;
}

function proposed(event: NewEvent, condition: AppendCondition | undefined) {
  const data = Buffer.from(JSON.stringify(event.data));
  const metadata = Buffer.from(JSON.stringify(toEnvelope(event, condition)));
  const message = new messages.BatchAppendReq.ProposedMessage()
    .setId(new messages.UUID().setString(event.id))
    .setData(data)
    .setCustomMetadata(metadata);
  message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
  return { message, bytes: data.length + metadata.length };
}

const OF_EVENTSTORE = 'event_store.client.';

/** Throws what is neither an append nor a conflict. */
function outcomeOf(response: BatchAppendResp): Written | AppendConflict {
  const success = response.getSuccess();
  if (success) {
    const position = success.getPosition()?.getCommitPosition();
    if (position === undefined) throw outage('the server gave no position for what it wrote');
    return {
      outcome: 'written',
      revision: Number(success.getCurrentRevision()),
      position: safeNumber(BigInt(position)),
    };
  }
  const error = response.getError();
  const kind = error?.getDetails()?.getTypeName().replace(OF_EVENTSTORE, '');
  if (kind === 'WrongExpectedVersion') {
    const details = error?.getDetails()?.getValue_asU8() ?? new Uint8Array();
    const wrong = messages.WrongExpectedVersion.deserializeBinary(details);
    const isThere = wrong.hasCurrentStreamRevision();
    return { outcome: 'conflict', actual: isThere ? Number(wrong.getCurrentStreamRevision()) : null };
  }
  // The stream was erased.
  if (kind === 'StreamDeleted') return { outcome: 'conflict', actual: null };
  const said = error?.getMessage() || kind || 'nothing';
  if (kind === 'Timeout') throw withType('timeout', `the server could not finish an append: ${said}`);
  if (kind === 'AccessDenied') throw withType('access-denied', 'EventStoreDB denies access');
  // It is not ready, too busy, or has no leader.
  if (kind === 'google.protobuf.Empty') throw outage(said);
  throw new Error(`EventStoreDB refuses an append: ${said}`);
}
