import { type Scheduler, systemScheduler } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  checkAppend,
  type EventStore,
  EventStoreUnavailable,
  type ReadStreamOptions,
  type RecordedEvent,
} from '../event-store.port.ts';
import { createLogWatch, LOOK_MS } from '../log-watch.ts';
import { createEsdbAppender } from './appender.eventstoredb.ts';
import { createEsdbConnections, type EsdbConnection } from './client.eventstoredb.ts';
import { readEsdbCompany } from './company-log.eventstoredb.ts';
import { createEsdbErasures } from './erasures.eventstoredb.ts';
import {
  esdbHead,
  isInEsdb,
  newestInEsdb,
  readEsdbAt,
  readEsdbLog,
  type Select,
} from './log-reader.eventstoredb.ts';
import { esdbOutageOr, hostOf } from './outage.eventstoredb.ts';
import { createPremises } from './premises.eventstoredb.ts';
import { readEsdbStream } from './stream-reader.eventstoredb.ts';
import { subscribeToEsdb } from './subscription.eventstoredb.ts';

export type EventStoreDbOptions = {
  /** `esdb://host:2113?tls=false`, `esdb://node1:2113,node2:2113`, `esdb+discover://name` */
  readonly url: string;
  /** How the names of our streams begin; other programs may use the server, too. Undefined: all are ours. */
  readonly prefixes?: readonly string[];
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
  prefixes,
  onOtherLog,
  log,
  scheduler = systemScheduler,
}: EventStoreDbOptions): EventStore {
  const stop = new AbortController();
  const connections = createEsdbConnections(url, scheduler);
  const watch = createLogWatch(onOtherLog ?? (() => {}));
  /** After an outage the server may be another one. */
  let outages = 0;
  let checkedAfter = 0;
  const outageOr = (error: unknown) => {
    const reason = esdbOutageOr(error, url);
    if (reason instanceof EventStoreUnavailable) {
      watch.reconnected();
      outages += 1;
    }
    return reason;
  };

  const connect = async (): Promise<EsdbConnection> => {
    if (stop.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
    return connections.connect();
  };
  /** Every call goes through here: an outage is told by its type, and the next call looks for a server anew. */
  const call = async <Value>(work: (connection: EsdbConnection) => Promise<Value>): Promise<Value> => {
    const connection = await connect();
    try {
      return await work(connection);
    } catch (error) {
      const reason = outageOr(error);
      if (reason instanceof EventStoreUnavailable) connections.giveUp(connection);
      throw reason;
    }
  };

  const erasures = createEsdbErasures({ call });
  const premises = createPremises(scheduler);
  const select: Select = (open, events) =>
    premises.standing(
      open,
      events.filter((event) => !erasures.isErased(event)),
    );
  const selected = { prefixes, select };
  const check = () =>
    call(async (open) => {
      const after = outages;
      await watch.check(async (places) => {
        const found = await Promise.all(places.map((place) => isInEsdb(open, place, outageOr)));
        const missing = places.find((_, index) => !found[index]);
        return { server: 'EventStoreDB', missing, newest: await newestInEsdb(open, prefixes) };
      });
      checkedAfter = after;
    });
  const checkOnce = shared(check);
  const look = () => check().catch((err) => log?.debug({ err }, 'the log could not be looked at'));
  const stopLooking = onOtherLog ? scheduler.every(LOOK_MS, () => void look()) : () => {};

  const appender = createEsdbAppender({
    connect: async () => {
      while (checkedAfter !== outages) await checkOnce();
      return connect();
    },
    giveUp: connections.giveUp,
    isAlone: !/^esdb\+discover:|,/.test(url.split('?')[0] ?? ''),
    ...{ outageOr, scheduler, prefixes, premises },
  });
  const read = (
    reading: (connection: EsdbConnection) => Promise<readonly RecordedEvent[]>,
  ): Promise<readonly RecordedEvent[]> =>
    call(async (open) => {
      const events = await reading(open);
      for (const event of events) {
        appender.seen(event.position);
        watch.seen(event);
      }
      return events;
    });

  /** Reads on where events have fallen, until there are as many as were asked for. */
  const readStanding = async (
    open: EsdbConnection,
    stream: string,
    options: ReadStreamOptions = {},
  ): Promise<readonly RecordedEvent[]> => {
    const { limit, direction } = options;
    const stored = await readEsdbStream(open, stream, options);
    const events = await premises.standing(open, stored);
    const missing = stored.length - events.length;
    const from = (stored.at(-1)?.revision ?? 0) + (direction === 'backwards' ? -1 : 1);
    if (limit === undefined || missing === 0 || stored.length < limit || from < 0) return events;
    return [...events, ...(await readStanding(open, stream, { ...options, from, limit: missing }))];
  };

  return {
    description: `EventStoreDB at ${hostOf(url)}`,
    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      const verdict = await appender.append(stream, events, expected, condition);
      const last = events.at(-1);
      if (verdict.outcome === 'appended' && last) watch.seen({ position: verdict.position, id: last.id });
      return verdict;
    },
    read: (stream, options) => read((open) => readStanding(open, stream, options)),
    readAt: (positions) =>
      read(async (open) => {
        await erasures.refresh(open);
        return select(open, await readEsdbAt(open, positions));
      }),
    readAll: (options) =>
      read(async (open) => {
        await erasures.refresh(open);
        return readEsdbLog(open, options, selected);
      }),
    async *readCompany(companyId, range) {
      const open = await connect();
      try {
        await erasures.refresh(open);
        yield* readEsdbCompany(open, companyId, range, selected);
      } catch (error) {
        throw outageOr(error);
      }
    },
    has: (place) => call((open) => isInEsdb(open, place, outageOr)),
    head: () =>
      call(async (open) => {
        await erasures.refresh(open);
        return esdbHead(open, selected);
      }),
    async *subscribe(options) {
      const signal = AbortSignal.any([options.signal, stop.signal]);
      const shared = { outageOr, log, erasures, premises, scheduler, prefixes };
      const deps = { connect, giveUp: connections.giveUp, ...shared };
      for await (const batch of subscribeToEsdb(deps, { ...options, signal })) {
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
      await connections.close();
    },
  };
}

/** Calls at the same time share one run. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
