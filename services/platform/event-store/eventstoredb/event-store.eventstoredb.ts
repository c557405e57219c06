import { type Scheduler, systemScheduler } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  checkAppend,
  type EventStore,
  EventStoreUnavailable,
  type RecordedEvent,
} from '../event-store.port.ts';
import { createLogWatch, LOOK_MS } from '../log-watch.ts';
import { createEsdbAppender } from './appender.eventstoredb.ts';
import { connectToEsdb, type EsdbConnection, esdbOutageOr, hostOf } from './client.eventstoredb.ts';
import { readEsdbCompany } from './company-log.eventstoredb.ts';
import { createEsdbErasures } from './erasures.eventstoredb.ts';
import {
  esdbHead,
  isInEsdb,
  newestInEsdb,
  readEsdbAt,
  readEsdbLog,
  readEsdbStream,
} from './log-reader.eventstoredb.ts';
import { subscribeToEsdb } from './subscription.eventstoredb.ts';

export type EventStoreDbOptions = {
  /** `esdb://host:2113?tls=false`, `esdb+discover://…` */
  readonly url: string;
  /** Gets one sentence when the server has another log than the one that this process knows; see log-watch.ts. */
  readonly onOtherLog?: (sentence: string) => void;
  readonly log?: Log;
  readonly scheduler?: Scheduler;
};

/**
 * Events in EventStoreDB. Positions are its commit positions: they grow, with gaps. Connects on first use.
 * Details: infra/adr/0003.
 */
export function createEventStoreDbEventStore({
  url,
  onOtherLog,
  log,
  scheduler = systemScheduler,
}: EventStoreDbOptions): EventStore {
  const stop = new AbortController();
  let connection: Promise<EsdbConnection> | undefined;
  const watch = createLogWatch(onOtherLog ?? (() => {}));
  /** After an outage the server may be another one. */
  let isUnchecked = false;
  const outageOr = (error: unknown) => {
    const reason = esdbOutageOr(error, url);
    if (reason instanceof EventStoreUnavailable) {
      watch.reconnected();
      isUnchecked = true;
    }
    return reason;
  };

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
      for (const event of events) {
        appender.seen(event.position);
        watch.seen(event);
      }
      return events;
    } catch (error) {
      throw outageOr(error);
    }
  };

  const check = async (): Promise<void> => {
    try {
      const open = await connect();
      await watch.check(async (places) => {
        const found = await Promise.all(places.map((place) => isInEsdb(open, place, outageOr)));
        const missing = places.find((_, index) => !found[index]);
        return { server: 'EventStoreDB', missing, newest: await newestInEsdb(open) };
      });
      isUnchecked = false;
    } catch (error) {
      throw outageOr(error);
    }
  };
  const look = () => check().catch((err) => log?.debug({ err }, 'the log could not be looked at'));
  const stopLooking = onOtherLog ? scheduler.every(LOOK_MS, () => void look()) : () => {};

  return {
    description: `EventStoreDB at ${hostOf(url)}`,
    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      if (isUnchecked) await check();
      const verdict = await appender.append(stream, events, expected, condition);
      const last = events.at(-1);
      if (verdict.outcome === 'appended' && last) watch.seen({ position: verdict.position, id: last.id });
      return verdict;
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
    async *readCompany(companyId, range) {
      try {
        const open = await connect();
        await erasures.refresh(open);
        for await (const page of readEsdbCompany(open, companyId, range)) yield page.filter(isWanted);
      } catch (error) {
        throw outageOr(error);
      }
    },
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
        watch.seen(batch.at(-1));
        yield batch;
      }
    },
    count: erasures.count,
    erase: erasures.erase,
    async close() {
      stop.abort();
      stopLooking();
      await connection?.then(({ client }) => client.dispose()).catch(() => {});
    },
  };
}
