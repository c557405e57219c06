import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { EventLog, Proposed } from './event-log.ts';
import { appendResponse, expectedFrom, proposedFrom, refusal, streamNameFrom } from './messages.ts';

export type AppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

export type AppendFaults = {
  /** Milliseconds before an append is written, and again before it is answered. */
  readonly delayMs: () => number;
  /** Asked after each append that was written: true when its answer is lost. */
  readonly losesAnswer: () => boolean;
  /** Does the work now, or once the server runs again. */
  readonly whenRunning: (work: () => void) => void;
  /** Writes now, or once appends to this stream are let through. */
  readonly whenLetThrough: (stream: string, write: () => void) => void;
  /** False when the call has been told that another node leads. */
  readonly mayAnswer: (call: AppendCall) => boolean;
};

const MAX_APPEND_BYTES = 1024 * 1024;
/** The original waits for two seconds. */
const COMMIT_TIMEOUT_MS = 200;

/**
 * The stream of appends of one client. Like the original it drops events that are already on their way: it does not
 * answer, and after a while it says that the append timed out. On their way they are until the first has its answer.
 */
export function createAppendCalls(
  log: EventLog,
  { delayMs, losesAnswer, whenRunning, whenLetThrough, mayAnswer }: AppendFaults,
) {
  const onTheirWay = new Set<string>();

  const later = (work: () => void) => {
    const milliseconds = delayMs();
    if (milliseconds > 0) setTimeout(work, milliseconds);
    // Never at once: the original answers when others have been read and written.
    else setImmediate(work);
  };

  const write = (options: BatchAppendReq.Options, events: readonly Proposed[], answer: Answer) => {
    const stream = streamNameFrom(options);
    if (sizeOf(events) > MAX_APPEND_BYTES) return answer(refusal('MaximumAppendSizeExceeded'));
    if (log.isDeleted(stream)) return answer(refusal('StreamDeleted'));
    const key = `${stream} ${events[0]?.id}`;
    const verdict = log.append(stream, events, expectedFrom(options));
    if (verdict.success && verdict.repeated && onTheirWay.has(key)) {
      setTimeout(() => answer(refusal('Timeout')), COMMIT_TIMEOUT_MS);
      return undefined;
    }
    if (verdict.success && !verdict.repeated) onTheirWay.add(key);
    if (losesAnswer()) {
      onTheirWay.delete(key);
      return undefined;
    }
    return later(() => {
      onTheirWay.delete(key);
      answer(appendResponse(verdict));
    });
  };

  const take = (call: AppendCall, parts: readonly BatchAppendReq[]) => {
    const options = parts[0]?.getOptions();
    if (!options || !mayAnswer(call)) return;
    const events = parts.flatMap((part) => part.getProposedMessagesList().map(proposedFrom));
    const answer: Answer = (response) =>
      whenRunning(() => {
        if (!call.cancelled) call.write(response.setCorrelationId(parts[0]?.getCorrelationId()));
      });
    whenLetThrough(streamNameFrom(options), () => {
      if (delayMs() > 0) later(() => write(options, events, answer));
      else write(options, events, answer);
    });
  };

  return (call: AppendCall): void => {
    const arriving = new Map<string, BatchAppendReq[]>();
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const parts = [...(arriving.get(id) ?? []), request];
      arriving.set(id, parts);
      if (!request.getIsFinal()) return;
      arriving.delete(id);
      whenRunning(() => take(call, parts));
    });
  };
}

type Answer = (response: BatchAppendResp) => void;

function sizeOf(events: readonly Proposed[]): number {
  return events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
}
