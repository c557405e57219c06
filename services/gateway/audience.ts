import type { LiveTopic } from '#contracts/live/live-protocol.ts';
import type { Cancel, Scheduler } from '#platform/clock.ts';
import type { SessionWatch } from '#platform/live/session-watch.ts';
import type { Log } from '#platform/log.ts';
import type { Principal } from '#platform/principal.ts';
import { createChannel, type Outlet } from './channel.ts';
import { createChannels, subscriptionsOf } from './channels.ts';
import { type FeedDeps, feedOf } from './feeds.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import {
  broadcast,
  bytesOnTheWay,
  createSlowConsumers,
  cutOff,
  encodeBroadcast,
  type LiveSocket,
} from './live-socket.ts';

/** How long a company hears of itself after the end of its subscription: its receipt comes a moment later. */
const LAST_NEWS_MS = 500;
/** How long a signed-out client has to receive that message. */
const SIGN_OUT_TIMEOUT_MS = 250;

export type AudienceDeps = FeedDeps & {
  watch: SessionWatch;
  /** Up to which position the read models of this program are committed. */
  progress: { position(): number };
  log: Pick<Log, 'warn'>;
  scheduler: Scheduler;
};

/** All connections: what each one watches, and how changes reach it. */
export function createAudience(metrics: GatewayMetrics, deps: AudienceDeps) {
  const { scheduler } = deps;
  const slowConsumers = createSlowConsumers<LiveSocket>({
    bytesOnTheWay,
    caughtUp(socket, rooms) {
      for (const room of rooms) channels.renew(room, socket);
    },
    cutOff(socket) {
      metrics.slow.inc({ outcome: 'cut off' });
      cutOff(socket);
    },
    scheduler,
  });

  const channels = createChannels<LiveSocket>({
    scheduler,
    position: () => deps.progress.position(),
    make: (subscription, position) =>
      createChannel({
        feed: feedOf(deps, subscription),
        outlet: outletTo(subscription.room),
        position,
        scheduler,
        log: deps.log,
        coalesced: () => metrics.coalesced.inc({ topic: subscription.topic }),
      }),
  });

  function outletTo(room: string): Outlet<LiveSocket> {
    return {
      push(sockets, change) {
        metrics.pushes.inc({ topic: change.topic });
        broadcast(sockets, encodeBroadcast('change', change));
      },
      show(sockets, snapshot) {
        metrics.snapshots.inc({ topic: snapshot.topic }, sockets.length);
        broadcast(sockets, encodeBroadcast('snapshot', snapshot));
      },
      isBehind: slowConsumers.isBehind,
      setAside(socket) {
        metrics.slow.inc({ outcome: 'left out' });
        slowConsumers.leaveOut(socket, room);
      },
    };
  }

  /** Subscribes a connection to its channels for as long as its session lasts. */
  function onConnect(socket: LiveSocket): void {
    const watching = new Map<LiveTopic, string>();

    function updateSubscriptions(principal: Principal): void {
      const subscriptions = principal.subscriptionIsActive ? subscriptionsOf(principal) : [];
      const rooms = new Set(subscriptions.map(({ room }) => room));
      for (const [topic, room] of watching) {
        if (rooms.has(room)) continue;
        watching.delete(topic);
        channels.leave(room, socket);
      }
      for (const subscription of subscriptions) {
        if (watching.get(subscription.topic) === subscription.room) continue;
        watching.set(subscription.topic, subscription.room);
        channels.join(subscription, socket);
      }
    }

    function signOut(): void {
      socket.emit('signed out');
      socket.disconnect(true);
      scheduler.after(SIGN_OUT_TIMEOUT_MS, () => cutOff(socket));
    }

    let leave: Cancel = () => {};
    const unwatch = deps.watch.watch(socket.data.token, socket.data.principal, {
      ended: signOut,
      changed(principal) {
        leave();
        if (principal.subscriptionIsActive) return updateSubscriptions(principal);
        leave = scheduler.after(LAST_NEWS_MS, () => socket.disconnect(true));
      },
    });
    metrics.sockets.inc();
    socket.on('disconnect', () => {
      metrics.sockets.dec();
      leave();
      unwatch();
      slowConsumers.forget(socket);
      for (const room of watching.values()) channels.leave(room, socket);
      watching.clear();
    });
    socket.on('resync', (topic: unknown) => {
      const room = watching.get(topic as LiveTopic);
      if (room === undefined || slowConsumers.isWaiting(socket)) return;
      metrics.resyncs.inc({ topic: topic as LiveTopic });
      channels.renew(room, socket);
    });
    socket.on('probe', (answer: unknown) => {
      if (typeof answer === 'function') answer();
    });
    updateSubscriptions(socket.data.principal);
  }

  return {
    onConnect,
    onMessage: channels.onMessage,
    close(): void {
      channels.close();
      slowConsumers.close();
    },
  };
}
