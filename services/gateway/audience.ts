import type { Kysely } from 'kysely';
import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import type { SessionWatch } from '#platform/live/session-watch.ts';
import type { Log } from '#platform/log.ts';
import type { Principal } from '#platform/principal.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { billboardFeed } from './billboard-feed.ts';
import { announce, announcement } from './broadcast.ts';
import { createChannel, type Outlet } from './channel.ts';
import { type ChannelPlace, createChannels } from './channels.ts';
import { companyFeed } from './company-feed.ts';
import type { Feed } from './feed.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { bytesOnTheWay, cutOff, type LiveSocket } from './live-socket.ts';
import { ownFiguresFeed } from './own-figures-feed.ts';
import { placesOf } from './places.ts';
import { saleNewsFeed } from './sale-news-feed.ts';
import { createStragglers } from './stragglers.ts';

/** How long a signed-out client has to read so. */
const FAREWELL_MS = 250;

export type AudienceDeps = {
  watch: SessionWatch;
  queries: Kysely<ReadModels>;
  store: Pick<EventStore, 'read' | 'readAll'>;
  /** How far the read models of this program are. */
  progress: { position(): number };
  clock: Clock;
  log: Pick<Log, 'warn'>;
};

/** Who is connected, what each one watches, and how news reaches them. */
export function createAudience(metrics: GatewayMetrics, deps: AudienceDeps) {
  const now = () => performance.now();

  const stragglers = createStragglers<LiveSocket>({
    bytesOnTheWay,
    caughtUp(socket, rooms) {
      for (const room of rooms) channels.renew(room, socket);
    },
    cutOff(socket) {
      metrics.slow.inc({ outcome: 'cut off' });
      cutOff(socket);
    },
    now,
  });

  const channels = createChannels<LiveSocket>({
    position: () => deps.progress.position(),
    make: (place, position) =>
      createChannel({
        feed: companyFeed(place.companyId, feedOf(place)),
        outlet: outletTo(place.room),
        position,
        now,
        log: deps.log,
        coalesced: () => metrics.coalesced.inc({ topic: place.topic }),
      }),
  });

  function feedOf(place: ChannelPlace): Feed {
    const { companyId, timeZone } = place;
    if (place.topic === 'sale news') return saleNewsFeed(deps, { companyId });
    if (place.topic === 'billboard') return billboardFeed(deps, { companyId, timeZone });
    return ownFiguresFeed(deps, { companyId, timeZone, employeeId: place.person ?? '' });
  }

  function outletTo(room: string): Outlet<LiveSocket> {
    return {
      push(sockets, change) {
        metrics.pushes.inc({ topic: change.topic });
        announce(sockets, announcement('change', change));
      },
      show(sockets, snapshot) {
        metrics.snapshots.inc({ topic: snapshot.topic }, sockets.length);
        announce(sockets, announcement('snapshot', snapshot));
      },
      isBehind: stragglers.isBehind,
      setAside(socket) {
        metrics.slow.inc({ outcome: 'left out' });
        stragglers.leftOut(socket, room);
      },
    };
  }

  /** The server joins a connection to its rooms and keeps it there as long as its session lasts. */
  function welcome(socket: LiveSocket): void {
    const watching = new Map<LiveTopic, string>();

    function settle(principal: Principal): void {
      const places = principal.subscriptionIsActive ? placesOf(principal) : [];
      const rooms = new Set(places.map(({ room }) => room));
      for (const [topic, room] of watching) {
        if (rooms.has(room)) continue;
        watching.delete(topic);
        channels.leave(room, socket);
      }
      for (const place of places) {
        if (watching.get(place.topic) === place.room) continue;
        watching.set(place.topic, place.room);
        channels.enter(place, socket);
      }
    }

    function farewell(): void {
      socket.emit('signed out');
      socket.disconnect(true);
      setTimeout(() => cutOff(socket), FAREWELL_MS).unref();
    }

    const unwatch = deps.watch.watch(socket.data.token, socket.data.principal, {
      ended: farewell,
      changed(principal) {
        settle(principal);
        if (!principal.subscriptionIsActive) socket.disconnect(true);
      },
    });
    metrics.sockets.inc();
    socket.on('disconnect', () => {
      metrics.sockets.dec();
      unwatch();
      stragglers.forget(socket);
      for (const room of watching.values()) channels.leave(room, socket);
      watching.clear();
    });
    socket.on('resync', (topic: unknown) => {
      const room = watching.get(topic as LiveTopic);
      if (room === undefined || stragglers.isWaiting(socket)) return;
      metrics.resyncs.inc({ topic: topic as LiveTopic });
      channels.renew(room, socket);
    });
    settle(socket.data.principal);
  }

  return {
    welcome,
    hear(message: LiveMessage): void {
      channels.hear(message);
    },
    close(): void {
      channels.close();
      stragglers.close();
    },
  };
}
