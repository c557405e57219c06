import type { TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb';
import type { Metadata, Server, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { createAppendCalls } from './append-call.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { gossipService, grpc, streamsService } from './generated-code.ts';
import {
  notLeader,
  refusals,
  streamDeleted,
  streamNameFrom,
  tombstoneResponse,
  tooSlow,
} from './messages.ts';
import { answerRead, type ReadCall } from './read-call.ts';

/** EventStoreDB's protocol over the wire, with a log in memory and faults on demand. */
export type GrpcTestServer = {
  readonly url: string;
  readonly port: number;
  readonly log: EventLog;
  /** Events that were sent to any reader or subscriber. */
  sent(): number;
  /** Cuts every connection; the server takes new ones at once. */
  dropConnections(): Promise<void>;
  /** Ends all subscriptions as the original does when their consumer is too slow; the connections stay. */
  endSubscriptions(): void;
  /** The next append is committed, then all connections are cut instead of an answer. */
  loseNextAck(): void;
  /** Delays before an append is committed and before it is answered, in milliseconds. */
  delayAppends(delay: (() => number) | undefined): void;
  /** Appends to this stream arrive and are written only once they are let through. */
  holdAppends(stream: string): { readonly arrived: Promise<void>; letThrough(): void };
  /** A process that is stopped: connections stay open; what arrives is done and answered after `goOn`. */
  hang(): void;
  /** What waits for `goOn`. */
  held(): number;
  goOn(): void;
  /** Answers every call as the original does to a wrong user, or to one without the right. */
  refuse(user: keyof typeof refusals): void;
  /** Away: connections are refused until `start`. The log stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** What a node of a cluster knows of the others. */
export type Cluster = {
  readonly log: EventLog;
  /** Port of the leader; undefined while one is elected. */
  leader(): number | undefined;
  /** Answers with the living nodes. */
  gossip(call: unknown, answer: sendUnaryData<unknown>): void;
};

export async function startGrpcTestServer(cluster?: Cluster): Promise<GrpcTestServer> {
  const log = cluster?.log ?? createEventLog();
  let server: Server | undefined;
  const port = await keptPort();
  let sentEvents = 0;
  const subscriptions = new Set<ReadCall>();
  let ackToLose = false;
  let delay: (() => number) | undefined;
  let held: (() => void)[] | undefined;
  let refused: keyof typeof refusals | undefined;
  const gates = new Map<string, { readonly arrived: PromiseWithResolvers<void>; writes: (() => void)[] }>();

  const whenRunning = (work: () => void) => {
    if (held) held.push(work);
    else work();
  };

  const whenLetThrough = (stream: string, write: () => void) => {
    const gate = gates.get(stream);
    gate?.arrived.resolve();
    if (gate) gate.writes.push(write);
    else write();
  };

  const appends = createAppendCalls(log, {
    delayMs: () => delay?.() ?? 0,
    losesAnswer() {
      const isLost = ackToLose;
      ackToLose = false;
      if (isLost) void dropConnections();
      return isLost;
    },
    ...{ whenRunning, whenLetThrough, mayAnswer },
  });

  /** True when this node may answer; else it refuses the user, or names the leader to a call that requires it. */
  function mayAnswer(call: { metadata: Metadata; emit(event: 'error', error: unknown): unknown }): boolean {
    if (refused) {
      call.emit('error', refusals[refused]);
      return false;
    }
    const isStrict = call.metadata.get('requires-leader')[0] === 'true';
    const leader = cluster ? cluster.leader() : port;
    if (!isStrict || leader === port) return true;
    const away = { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' };
    call.emit('error', leader === undefined ? away : notLeader(leader));
    return false;
  }

  const start = async () => {
    const starting = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    starting.addService(streamsService.StreamsService as never, {
      batchAppend: appends,
      tombstone: tombstoneOn(log),
      read(call: ReadCall) {
        call.on('error', () => {});
        if (call.request.getOptions()?.hasSubscription()) subscriptions.add(call);
        call.on('cancelled', () => subscriptions.delete(call));
        whenRunning(() => {
          if (mayAnswer(call)) answerRead(log, call, () => sentEvents++);
        });
      },
    });
    if (cluster) {
      const { gossip } = cluster;
      const read: typeof gossip = (call, answer) => whenRunning(() => gossip(call, answer));
      starting.addService(gossipService.GossipService as never, { read });
    }
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
    port,
    log,
    sent: () => sentEvents,
    dropConnections,
    endSubscriptions() {
      for (const call of subscriptions) call.emit('error', tooSlow);
      subscriptions.clear();
    },
    loseNextAck() {
      ackToLose = true;
    },
    delayAppends(to) {
      delay = to;
    },
    holdAppends(stream) {
      const gate = { arrived: Promise.withResolvers<void>(), writes: [] as (() => void)[] };
      gates.set(stream, gate);
      const letThrough = () => {
        gates.delete(stream);
        for (const write of gate.writes) write();
      };
      return { arrived: gate.arrived.promise, letThrough };
    },
    hang() {
      held = [];
    },
    held: () => held?.length ?? 0,
    goOn() {
      const works = held ?? [];
      held = undefined;
      for (const work of works) work();
    },
    refuse(user) {
      refused = user;
    },
    stop,
    start,
  };
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
