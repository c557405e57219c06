import type {
  AppendReq,
  AppendResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb';
import type { Server, ServerReadableStream, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { createEventLog, type EventLog, type Proposed } from './event-log.ts';
import { features, featuresService, grpc, streamsService } from './generated-code.ts';
import {
  appendResponse,
  expectedFrom,
  proposedFrom,
  streamDeleted,
  streamNameFrom,
  tombstoneResponse,
} from './messages.ts';
import { answerRead, type ReadCall } from './read-call.ts';

/** EventStoreDB's protocol over the wire, with a log in memory and faults on demand. */
export type GrpcTestServer = {
  readonly url: string;
  readonly log: EventLog;
  /** Events that were sent to any reader or subscriber. */
  sent(): number;
  /** Cuts every connection; the server takes new ones at once. */
  dropConnections(): Promise<void>;
  /** The next append is committed, then all connections are cut instead of an answer. */
  loseNextAck(): void;
  /** Delays before an append is committed and before it is answered, in milliseconds. */
  delayAppends(delay: (() => number) | undefined): void;
  /** Away: connections are refused until `start`. The log stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

const MAX_APPEND_BYTES = 1024 * 1024;

export async function startGrpcTestServer(): Promise<GrpcTestServer> {
  const log = createEventLog();
  let server: Server | undefined;
  const port = await keptPort();
  let sentEvents = 0;
  let ackToLose = false;
  let delay: (() => number) | undefined;

  const later = (work: () => void) => {
    const milliseconds = delay?.() ?? 0;
    if (milliseconds > 0) setTimeout(work, milliseconds);
    else work();
  };

  const append = (call: AppendCall, answer: sendUnaryData<AppendResp>) => {
    const messages: AppendReq[] = [];
    call.on('data', (message: AppendReq) => messages.push(message));
    call.on('error', () => {});
    call.on('end', () =>
      later(() => {
        const options = messages[0]?.getOptions();
        if (!options) {
          answer({ code: grpc.status.INVALID_ARGUMENT, details: 'no options' });
          return;
        }
        const events = messages.flatMap((message) => {
          const proposed = message.getProposedMessage();
          return proposed ? [proposedFrom(proposed)] : [];
        });
        if (sizeOf(events) > MAX_APPEND_BYTES) {
          answer(tooLarge());
          return;
        }
        const expected = expectedFrom(options);
        const stream = streamNameFrom(options);
        if (log.isDeleted(stream)) {
          answer(streamDeleted(stream));
          return;
        }
        const verdict = log.append(stream, events, expected);
        if (ackToLose) {
          ackToLose = false;
          void dropConnections();
          return;
        }
        later(() => answer(null, appendResponse(verdict, expected)));
      }),
    );
  };

  const start = async () => {
    const starting = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    starting.addService(streamsService.StreamsService as never, {
      append,
      tombstone: tombstoneOn(log),
      read: (call: ReadCall) => {
        call.on('error', () => {});
        answerRead(log, call, () => {
          sentEvents++;
        });
      },
    });
    starting.addService(featuresService.ServerFeaturesService as never, { getSupportedMethods });
    await new Promise<void>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      );
    });
    server = starting;
  };

  const stop = async () => {
    server?.forceShutdown();
    server = undefined;
  };

  const dropConnections = async () => {
    await stop();
    await start();
  };

  await start();
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    sent: () => sentEvents,
    dropConnections,
    loseNextAck() {
      ackToLose = true;
    },
    delayAppends(to) {
      delay = to;
    },
    stop,
    start,
  };
}

/** Like a real server it announces appends in batches. It does not have them, so they must not be used. */
function getSupportedMethods(_call: unknown, answer: (error: null, response: unknown) => void): void {
  const batchAppend = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend');
  answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').addMethods(batchAppend));
}

function tombstoneOn(log: EventLog) {
  return (
    { request }: ServerUnaryCall<TombstoneReq, TombstoneResp>,
    answer: sendUnaryData<TombstoneResp>,
  ): void => {
    const stream = streamNameFrom(request.getOptions());
    if (log.tombstone(stream)) answer(null, tombstoneResponse(log.records.at(-1)?.position ?? 0));
    else answer(streamDeleted(stream));
  };
}

function sizeOf(events: readonly Proposed[]): number {
  return events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
}

function tooLarge() {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_BYTES));
  return { code: grpc.status.INVALID_ARGUMENT, details: 'Maximum append size exceeded', metadata };
}
