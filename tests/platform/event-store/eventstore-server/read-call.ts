import { randomUUID } from 'node:crypto';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { EventLog, LogRecord } from './event-log.ts';
import { streams } from './generated-code.ts';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  filterFrom,
  noPlace,
  streamDeleted,
  streamNameFrom,
  streamNotFoundResponse,
} from './messages.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** One `Read` call: a page of a stream, a page of the log, or a subscription to the log. */
export function answerRead(log: EventLog, call: ReadCall, onSent: () => void): void {
  const options = call.request.getOptions();
  if (!options) {
    call.end();
  } else if (options.hasSubscription()) {
    subscribe(log, call, options, onSent);
  } else if (options.hasStream()) {
    answerStreamRead(log, call, options, onSent);
  } else {
    const page = pageOfLog(log, options);
    if (page) writeAll(call, page, onSent);
    else call.emit('error', noPlace());
  }
}

function answerStreamRead(log: EventLog, call: ReadCall, options: ReadReq.Options, onSent: () => void): void {
  const stream = options.getStream();
  const name = streamNameFrom(stream);
  if (log.isDeleted(name)) {
    call.emit('error', streamDeleted(name));
    return;
  }
  const present = log.stream(name);
  if (present.length === 0) {
    call.write(streamNotFoundResponse(name));
    call.end();
    return;
  }
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : undefined;
  const chosen = isBackwards(options)
    ? present.slice(0, (from ?? present.length) + 1).reverse()
    : present.slice(stream?.hasEnd() ? present.length : (from ?? 0));
  writeAll(call, chosen.slice(0, Number(options.getCount())), onSent);
}

function isBackwards(options: ReadReq.Options): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}

/**
 * Forwards from a position includes it; backwards does not, as in the real log. Undefined within the log where no
 * event begins.
 */
function pageOfLog(log: EventLog, options: ReadReq.Options): LogRecord[] | undefined {
  const all = options.getAll();
  const position = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : undefined;
  const wanted = filterFrom(options);
  const start = position === undefined ? undefined : indexAt(log.records, position);
  const isPlace = start === undefined || log.records[start]?.position === position;
  const isBehind = start === log.records.length && !isBackwards(options);
  if (!isPlace && !isBehind) return undefined;
  const chosen = isBackwards(options)
    ? log.records.slice(0, all?.hasStart() ? 0 : start).reverse()
    : log.records.slice(all?.hasEnd() ? log.records.length : (start ?? 0));
  return chosen.filter(wanted).slice(0, Number(options.getCount()));
}

/** Index of the first record at or after a position. */
function indexAt(records: readonly LogRecord[], position: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle] as LogRecord).position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function writeAllOf(call: ReadCall, records: readonly LogRecord[], onSent: () => void): Promise<void> {
  for (const record of records) {
    if (call.cancelled) return;
    onSent();
    if (!call.write(eventResponse(record))) await drained(call);
  }
  call.end();
}

function writeAll(call: ReadCall, records: readonly LogRecord[], onSent: () => void): void {
  writeAllOf(call, records, onSent).catch(() => call.end());
}

function drained(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'cancelled', 'close', 'error'];
    const done = () => {
      for (const event of events) call.off(event, done);
      resolve();
    };
    for (const event of events) call.on(event, done);
  });
}

function subscribe(log: EventLog, call: ReadCall, options: ReadReq.Options, onSent: () => void): void {
  const all = options.getAll();
  const position = all?.hasPosition() ? Number(all.getPosition()?.getCommitPosition()) : undefined;
  const wanted = filterFrom(options);
  // A subscription goes on after the position it is given.
  let next = position === undefined ? 0 : indexAt(log.records, position + 1);
  if (all?.hasEnd()) next = log.records.length;
  let caughtUp = false;
  let pumping = false;
  call.write(confirmationResponse(randomUUID()));

  const pump = async () => {
    if (pumping) return;
    pumping = true;
    for (; next < log.records.length && !call.cancelled; next++) {
      const record = log.records[next] as LogRecord;
      if (wanted(record)) onSent();
      const message = wanted(record) ? eventResponse(record) : checkpointResponse(record.position);
      if (!call.write(message)) await drained(call);
    }
    if (!caughtUp && !call.cancelled) call.write(caughtUpResponse());
    caughtUp = true;
    pumping = false;
  };
  const start = () => void pump();
  const stop = log.onAppended(start);
  call.on('cancelled', stop);
  start();
}
