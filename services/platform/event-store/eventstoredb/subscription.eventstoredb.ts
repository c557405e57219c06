import type { AllStreamSubscription } from '@eventstore/db-client';
import type { Scheduler } from '../../clock.ts';
import { createBackoff } from '../../concurrency/backoff.ts';
import type { Log } from '../../log.ts';
import { createWakeSignal, DEFAULT_BATCH_SIZE } from '../catch-up.ts';
import { EventStoreUnavailable, type RecordedEvent, type SubscribeOptions } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import type { EsdbErasures } from './erasures.eventstoredb.ts';
import { fromEsdb } from './events.eventstoredb.ts';
import type { Select } from './log-reader.eventstoredb.ts';
import { isTooSlow } from './outage.eventstoredb.ts';
import type { Premises } from './premises.eventstoredb.ts';

/** Servers before 23.10 do not report that a subscription has caught up; so much silence means it. */
const SILENCE_MS = 50;
const MOST_BUFFERED = 256;
/** Records that the server looks through at a time. */
const SEARCH = { maxSearchWindow: 1000, checkpointInterval: 1 };
const FOR_EVER_MS = 2 ** 31 - 1;

export type EsdbSubscriptionDeps = {
  readonly connect: () => Promise<EsdbConnection>;
  readonly giveUp: (connection: EsdbConnection) => void;
  /** EventStoreUnavailable for an outage, otherwise the error itself. */
  readonly outageOr: (error: unknown) => unknown;
  readonly log?: Log | undefined;
  /** `refresh` runs at the start of each subscription, `isErased` for every event. */
  readonly erasures: Pick<EsdbErasures, 'isErased' | 'refresh'>;
  readonly premises: Pick<Premises, 'follow'>;
  readonly scheduler: Scheduler;
  readonly prefixes: readonly string[] | undefined;
};

/** Subscribes to our streams; after a lost connection it resumes after the last batch. */
export async function* subscribeToEsdb(
  { connect, giveUp, outageOr, log, erasures, premises, scheduler, prefixes }: EsdbSubscriptionDeps,
  { after, batchSize = DEFAULT_BATCH_SIZE, signal }: SubscribeOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  let last = after;
  const backoff = createBackoff({ signal, scheduler });
  while (!signal.aborted) {
    let connection: EsdbConnection | undefined;
    try {
      connection = await connect();
      await erasures.refresh(connection);
      const isWanted = (event: RecordedEvent) => !erasures.isErased(event);
      const end = AbortSignal.any([signal, connection.givenUp]);
      const how = { batchSize, signal: end, isWanted, select: premises.follow(), scheduler, prefixes };
      for await (const batch of batchesAfter(connection, last, how)) {
        backoff.reset();
        yield batch;
        last = batch.at(-1)?.position ?? last;
      }
    } catch (error) {
      if (isTooSlow(error)) {
        log?.debug({ err: error, after: last }, 'event subscription was too slow, and begins again');
      } else {
        const reason = outageOr(error);
        if (!(reason instanceof EventStoreUnavailable)) throw reason;
        if (connection) giveUp(connection);
        log?.warn(
          { err: reason, after: last, retryMs: backoff.nextMs },
          'event subscription waits for the event store',
        );
      }
    }
    if (signal.aborted) return;
    await backoff.pause();
  }
}

/** The batches of one subscription; throws the error that ended it. */
async function* batchesAfter(
  connection: EsdbConnection,
  after: number,
  {
    batchSize,
    signal,
    isWanted,
    select,
    scheduler,
    prefixes,
  }: {
    batchSize: number;
    signal: AbortSignal;
    isWanted: (event: RecordedEvent) => boolean;
    select: Select;
    scheduler: Scheduler;
    prefixes: EsdbSubscriptionDeps['prefixes'];
  },
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const { esdb, client } = connection;
  const subscription = client.subscribeToAll(
    {
      fromPosition: after < 0 ? esdb.START : { commit: BigInt(after), prepare: BigInt(after) },
      filter: prefixes
        ? esdb.streamNameFilter({ prefixes: [...prefixes], ...SEARCH })
        : esdb.excludeSystemEvents(SEARCH),
    },
    // Back-pressure: while the consumer does not read, the stream is full and the server waits.
    { highWaterMark: Math.min(batchSize, MOST_BUFFERED) },
  );
  const watched = watch(subscription, scheduler);
  try {
    let batch: RecordedEvent[] = [];
    let silent = false;
    while (!signal.aborted) {
      const news = watched.bell.next(batch.length > 0 ? SILENCE_MS : FOR_EVER_MS, signal);
      for (let size = -1; batch.length < batchSize && size !== 0; ) {
        const isNew = (event: RecordedEvent) => event.position > after && isWanted(event);
        const arrived = drain(subscription, isNew, batchSize - batch.length);
        batch.push(...(await select(connection, arrived)));
        size = arrived.length;
      }
      const isLast = watched.state.caughtUp || silent || watched.state.ended;
      if (batch.length >= batchSize || (batch.length > 0 && isLast)) {
        news.cancel();
        yield batch;
        batch = [];
        silent = false;
      } else if (watched.state.ended) {
        news.cancel();
        if (watched.state.error) throw watched.state.error;
        return;
      } else {
        const before = watched.state.changes;
        await news.rung;
        silent = before === watched.state.changes;
      }
    }
  } finally {
    subscription.unsubscribe().catch(() => {});
  }
}

function watch(subscription: AllStreamSubscription, scheduler: Scheduler) {
  const bell = createWakeSignal(scheduler);
  const state: { caughtUp: boolean; ended: boolean; error: unknown; changes: number } = {
    caughtUp: false,
    ended: false,
    error: undefined,
    changes: 0,
  };
  const on = (event: string, change: (argument: unknown) => void) =>
    subscription.on(event as 'error', (argument: unknown) => {
      change(argument);
      state.changes++;
      bell.ring();
    });
  on('readable', () => {});
  on('caughtUp', () => {
    state.caughtUp = true;
  });
  on('fellBehind', () => {
    state.caughtUp = false;
  });
  on('error', (error) => {
    state.error ??= error;
    state.ended = true;
  });
  for (const event of ['end', 'close']) {
    on(event, () => {
      state.ended = true;
    });
  }
  return { bell, state };
}

/** The events that have arrived, without waiting. */
function drain(
  subscription: AllStreamSubscription,
  isNew: (event: RecordedEvent) => boolean,
  size: number,
): RecordedEvent[] {
  const arrived: RecordedEvent[] = [];
  while (arrived.length < size) {
    const resolved = subscription.read();
    if (resolved === null) break;
    const event = fromEsdb(resolved);
    if (event && isNew(event)) arrived.push(event);
  }
  return arrived;
}
