import { type Scheduler, systemScheduler } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  checkAppend,
  type EventStore,
  EventStoreUnavailable,
  type RecordedEvent,
} from '../event-store.port.ts';
import { createEsdbAppender } from './appender.eventstoredb.ts';
import { connectToEsdb, type EsdbConnection, esdbOutageOr, hostOf } from './client.eventstoredb.ts';
import { createEsdbErasures } from './erasures.eventstoredb.ts';
import { esdbHead, isInEsdb, readEsdbAt, readEsdbLog, readEsdbStream } from './log-reader.eventstoredb.ts';
import { subscribeToEsdb } from './subscription.eventstoredb.ts';

export type EventStoreDbOptions = {
  /** `esdb://host:2113?tls=false`, `esdb+discover://…` */
  readonly url: string;
  readonly log?: Log;
  readonly scheduler?: Scheduler;
};

/**
 * Events in EventStoreDB. Positions are its commit positions: they grow, with gaps. Connects on first use.
 * Details: infra/adr/0003.
 */
export function createEventStoreDbEventStore({
  url,
  log,
  scheduler = systemScheduler,
}: EventStoreDbOptions): EventStore {
  const stop = new AbortController();
  let connection: Promise<EsdbConnection> | undefined;
  const outageOr = (error: unknown) => esdbOutageOr(error, url);

  const connect = (): Promise<EsdbConnection> => {
    if (stop.signal.aborted) return Promise.reject(new EventStoreUnavailable('the event store is closed'));
    connection ??= connectToEsdb(url);
    return connection;
  };

  const appender = createEsdbAppender({ connect, outageOr });
  const erasures = createEsdbErasures({ connect, outageOr });
  const isWanted = (event: RecordedEvent) => !erasures.isErased(event);
  const read = async (
    reading: (connection: EsdbConnection) => Promise<RecordedEvent[]>,
  ): Promise<RecordedEvent[]> => {
    try {
      const events = await reading(await connect());
      for (const event of events) appender.seen(event.position);
      return events;
    } catch (error) {
      throw outageOr(error);
    }
  };

  return {
    description: `EventStoreDB at ${hostOf(url)}`,
    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      return appender.append(stream, events, expected, condition);
    },
    read: (stream, options = {}) => read((open) => readEsdbStream(open, stream, options)),
    readAt: (positions) =>
      read(async (open) => {
        await erasures.refresh(open);
        return (await readEsdbAt(open, positions)).filter(isWanted);
      }),
    readAll: (options) =>
      read(async (open) => {
        await erasures.refresh(open);
        return readEsdbLog(open, options, isWanted);
      }),
    async has(place) {
      try {
        return await isInEsdb(await connect(), place, outageOr);
      } catch (error) {
        throw outageOr(error);
      }
    },
    async head() {
      try {
        const open = await connect();
        await erasures.refresh(open);
        return await esdbHead(open, isWanted);
      } catch (error) {
        throw outageOr(error);
      }
    },
    async *subscribe(options) {
      const signal = AbortSignal.any([options.signal, stop.signal]);
      for await (const batch of subscribeToEsdb(
        { connect, outageOr, log, erasures, scheduler },
        { ...options, signal },
      )) {
        appender.seen(batch.at(-1)?.position ?? 0);
        yield batch;
      }
    },
    count: erasures.count,
    erase: erasures.erase,
    async close() {
      stop.abort();
      await connection?.then(({ client }) => client.dispose()).catch(() => {});
    },
  };
}
