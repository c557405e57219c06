import type {
  Change,
  ClientToServer,
  LiveTopic,
  ServerToClient,
  Snapshot,
} from '#contracts/live/live-protocol.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { type HeldTopics, withChange, withSnapshot } from './live-topic.ts';

/** `signed out` stays until the session is checked; the other states recover by themselves. */
export type LiveConnection = 'connecting' | 'live' | 'reconnecting' | 'signed out';

/** `release` is that of the web app on the server, null until it is known. */
type Listener = (held: HeldTopics, connection: LiveConnection, release: string | null) => void;

/** The part of a socket.io socket that is used here. */
export type LiveSocket = {
  connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: 'connect', handler: () => void): unknown;
  on(event: 'disconnect', handler: (reason: string) => void): unknown;
  on(event: 'connect_error', handler: (error: Error) => void): unknown;
  on<E extends keyof ServerToClient>(event: E, handler: ServerToClient[E]): unknown;
  emit<E extends keyof ClientToServer>(event: E, ...given: Parameters<ClientToServer[E]>): unknown;
};

type LiveClientDeps = {
  openSocket: () => LiveSocket;
  /** Runs the work before the next frame. */
  beforeNextFrame: (work: () => void) => void;
  later: (work: () => void, milliseconds: number) => () => void;
  /** Milliseconds of a clock. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Whether the server answers anything. Never throws. */
  isReachable: () => Promise<boolean>;
  /** The page is visible, and the browser does not say that the network is gone. */
  isAwaited: () => boolean;
};

export type LiveClient = {
  /** Connects, and calls `listener` with every new state until the returned function is called. */
  open(listener: Listener): () => void;
  resync(topic: LiveTopic): void;
  /** Connects at once if it is disconnected: the network is back, or the page became visible. */
  reconnectNow(): void;
  /** Disconnects because the network is gone: the silence would be noticed only after most of a minute. */
  dropConnection(): void;
  /** In doubt: asks the server for a sign of life, and disconnects without one. A connection with recent news is not asked. */
  checkConnection(): void;
};

/** Refusals of the gateway after which a new connection would be refused, too. */
const REFUSALS: ReadonlySet<string> = new Set<MessageCode>(['notLoggedIn', 'subscriptionInactive']);

/** The pause before the first attempt to connect again; it doubles with each failure up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** The longest in the first minute, while a person waits and the server does not answer at all. */
const LONGEST_WHILE_AWAITED_MS = 1000;
const AWAITED_FOR_MS = 60_000;
/** A connection that was heard so recently is not in doubt. */
const HEARD_MS = 3000;
/** How long the server has for a sign of life. */
const SIGN_OF_LIFE_MS = 3000;

/**
 * Holds the live topics. After a gap it asks for a snapshot; after a reconnection the server sends one. The attempts to
 * reconnect are made here: socket.io's own cannot be hurried when the network is back. Each begins with a small request,
 * because browsers delay further websockets by seconds after some that failed.
 */
export function createLiveClient(deps: LiveClientDeps): LiveClient {
  const { openSocket, beforeNextFrame, later, now, random } = deps;
  let socket: LiveSocket | null = null;
  let failures = 0;
  let lostAt: number | null = null;
  let wasReached = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let cancelRetry = () => {};
  let cancelCheck: (() => void) | null = null;

  function startOver(): void {
    cancelRetry();
    failures = 0;
    lostAt = null;
    wasReached = false;
  }
  function hear(): void {
    heardAt = now();
    cancelCheck?.();
    cancelCheck = null;
  }

  return {
    open(listener) {
      const opened = openSocket();
      socket = opened;
      let held: HeldTopics = {};
      let connection: LiveConnection = 'connecting';
      const resyncing = new Set<LiveTopic>();
      let release: string | null = null;
      let isScheduled = false;

      const notifyNow = () => {
        if (socket === opened) listener(held, connection, release);
      };
      const notify = () => {
        if (isScheduled) return;
        isScheduled = true;
        beforeNextFrame(() => {
          isScheduled = false;
          notifyNow();
        });
      };
      const setConnection = (next: LiveConnection) => {
        const isFinal = connection === 'signed out' && next === 'reconnecting';
        if (isFinal || connection === next) return;
        connection = next;
        notify();
      };
      /** A server that answers, and refuses the connection, is left in peace sooner than a network that is away. */
      const longestPause = () => {
        lostAt ??= now();
        const isAwaited = !wasReached && now() - lostAt < AWAITED_FOR_MS && deps.isAwaited();
        return isAwaited ? LONGEST_WHILE_AWAITED_MS : LONGEST_PAUSE_MS;
      };
      const connectLater = () => {
        if (socket !== opened || connection === 'signed out') return;
        cancelRetry();
        let isOver = false;
        let cancelNext = () => {};
        const attemptLater = () => {
          const pause = Math.min(longestPause(), FIRST_PAUSE_MS * 2 ** failures++);
          // Not all pages at once after a restart of the server.
          cancelNext = later(() => void attempt(), pause * (0.5 + random() / 2));
        };
        const attempt = async () => {
          // On a silent network this one gets no answer, and the next does not wait for it.
          attemptLater();
          const isReached = await deps.isReachable();
          if (isOver) return;
          if (isReached) failures = wasReached ? failures - 1 : 0;
          wasReached = isReached;
          if (!isReached) return;
          cancelRetry();
          opened.connect();
        };
        cancelRetry = () => {
          isOver = true;
          cancelNext();
        };
        attemptLater();
      };

      opened.on('connect', () => {
        resyncing.clear();
        startOver();
        hear();
        setConnection('live');
      });
      opened.on('disconnect', () => {
        cancelCheck?.();
        cancelCheck = null;
        setConnection('reconnecting');
        connectLater();
      });
      opened.on('connect_error', (error) => {
        setConnection(REFUSALS.has(error.message) ? 'signed out' : 'reconnecting');
        connectLater();
      });
      opened.on('release', (served) => {
        release = served;
        notify();
      });
      opened.on('signed out', () => setConnection('signed out'));
      opened.on('snapshot', (message: Snapshot) => {
        hear();
        resyncing.delete(message.topic);
        const isFirst = held[message.topic] === undefined;
        held = withSnapshot(held, message);
        // The first state of a topic is where its changes start from. Together with a change in one frame, that
        // change would be part of it.
        if (isFirst) notifyNow();
        else notify();
      });
      opened.on('change', (message: Change) => {
        hear();
        const next = withChange(held, message);
        if (next === 'gap') {
          if (!resyncing.has(message.topic)) opened.emit('resync', message.topic);
          resyncing.add(message.topic);
          return;
        }
        if (next === held) return;
        held = next;
        notify();
      });
      opened.connect();

      return () => {
        startOver();
        cancelCheck?.();
        if (socket === opened) socket = null;
        opened.disconnect();
      };
    },
    resync(topic) {
      if (socket?.connected) socket.emit('resync', topic);
    },
    reconnectNow() {
      if (!socket || socket.connected) return;
      startOver();
      socket.connect();
    },
    dropConnection() {
      if (socket?.connected) socket.disconnect();
    },
    checkConnection() {
      const doubted = socket;
      if (!doubted?.connected || cancelCheck || now() - heardAt < HEARD_MS) return;
      cancelCheck = later(() => {
        cancelCheck = null;
        doubted.disconnect();
      }, SIGN_OF_LIFE_MS);
      doubted.emit('probe', hear);
    },
  };
}
