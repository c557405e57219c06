import type {
  Change,
  ClientToServer,
  LiveTopic,
  ServerToClient,
  Snapshot,
} from '#contracts/live/live-protocol.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { type HeldTopics, withChange, withSnapshot } from './live-topic.ts';

/** `signed out` waits for somebody to find out whether that is so; everything else heals by itself. */
export type LiveConnection = 'connecting' | 'live' | 'reconnecting' | 'signed out';

type Listener = (held: HeldTopics, connection: LiveConnection) => void;

/** The part of a socket.io socket that is used. */
export type LiveSocket = {
  connected: boolean;
  active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: 'connect', handler: () => void): unknown;
  on(event: 'disconnect', handler: (reason: string) => void): unknown;
  on(event: 'connect_error', handler: (error: Error) => void): unknown;
  on<E extends keyof ServerToClient>(event: E, handler: ServerToClient[E]): unknown;
  emit(event: keyof ClientToServer, topic: LiveTopic): unknown;
};

type LiveClientDeps = {
  openSocket: () => LiveSocket;
  /** Runs the work before the next picture is drawn, once for all messages that came until then. */
  beforeNextPicture: (work: () => void) => void;
  later: (work: () => void, milliseconds: number) => () => void;
};

export type LiveClient = {
  /** Connects, and tells `listener` of every new state until the returned function is called. */
  open(listener: Listener): () => void;
  resync(topic: LiveTopic): void;
  /** Something suggests that a try could work now: the network is back, the page is seen again. */
  nudge(): void;
  /** The network is said to be gone: not waiting for the silence to be noticed, which takes the better part of a minute. */
  doubt(): void;
};

/** Reasons of the gateway for which trying again would not help. */
const REFUSALS: ReadonlySet<string> = new Set<MessageCode>(['notLoggedIn', 'subscriptionInactive']);

/** socket.io tries again by itself except when the server closed the connection or refused it. */
const RETRY_MS = 1000;

/** Holds the live topics. A gap asks for a snapshot; so does every reconnection, from the server's side. */
export function createLiveClient({ openSocket, beforeNextPicture, later }: LiveClientDeps): LiveClient {
  let socket: LiveSocket | null = null;

  return {
    open(listener) {
      const opened = openSocket();
      socket = opened;
      let held: HeldTopics = {};
      let connection: LiveConnection = 'connecting';
      const asked = new Set<LiveTopic>();
      let drawing = false;
      let cancelRetry = () => {};

      const tell = () => {
        if (drawing) return;
        drawing = true;
        beforeNextPicture(() => {
          drawing = false;
          if (socket === opened) listener(held, connection);
        });
      };
      const become = (next: LiveConnection) => {
        const isFinal = connection === 'signed out' && next === 'reconnecting';
        if (isFinal || connection === next) return;
        connection = next;
        tell();
      };
      const tryAgain = () => {
        if (opened.active || connection === 'signed out') return;
        cancelRetry();
        cancelRetry = later(() => opened.connect(), RETRY_MS);
      };

      opened.on('connect', () => {
        asked.clear();
        become('live');
      });
      opened.on('disconnect', () => {
        become('reconnecting');
        tryAgain();
      });
      opened.on('connect_error', (error) => {
        become(REFUSALS.has(error.message) ? 'signed out' : 'reconnecting');
        tryAgain();
      });
      opened.on('signed out', () => become('signed out'));
      opened.on('snapshot', (message: Snapshot) => {
        asked.delete(message.topic);
        held = withSnapshot(held, message);
        tell();
      });
      opened.on('change', (message: Change) => {
        const next = withChange(held, message);
        if (next === 'gap') {
          if (!asked.has(message.topic)) opened.emit('resync', message.topic);
          asked.add(message.topic);
          return;
        }
        if (next === held) return;
        held = next;
        tell();
      });
      opened.connect();

      return () => {
        cancelRetry();
        if (socket === opened) socket = null;
        opened.disconnect();
      };
    },
    resync(topic) {
      if (socket?.connected) socket.emit('resync', topic);
    },
    nudge() {
      if (socket && !socket.connected) socket.connect();
    },
    doubt() {
      if (socket?.connected) socket.disconnect();
    },
  };
}
