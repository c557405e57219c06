import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contracts/live/live-protocol.ts';
import type { Cancel, Scheduler } from '#platform/clock.ts';
import { createMessageLimit, TOO_MANY_MESSAGES } from '#platform/live/client-limits.ts';
import type { Principal } from '#platform/principal.ts';

type SocketData = { token: string; principal: Principal };

export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** The parts of engine.io and ws that show how much is still on the way to a client. */
type Engine = {
  readonly writeBuffer?: readonly { readonly data?: unknown }[];
  readonly transport?: {
    readonly writable?: boolean;
    readonly socket?: {
      readonly bufferedAmount?: number;
      terminate?: () => void;
      close?: (code: number, reason: string) => void;
    };
  };
};

/**
 * Bytes that were sent to this socket and have not left the process: those that the operating system did
 * not take yet, and those that wait in engine.io behind them.
 */
export function bytesOnTheWay(socket: Pick<LiveSocket, 'conn'>): number {
  const engine = socket.conn as unknown as Engine;
  // Writable again means that the system took everything. This runs for every member, and nearly all are writable.
  if (engine.transport?.writable) return 0;
  let bytes = engine.transport?.socket?.bufferedAmount ?? 0;
  for (const { data } of engine.writeBuffer ?? []) bytes += typeof data === 'string' ? data.length : 0;
  return bytes;
}

/**
 * Breaks the connection without waiting for a client that does not read. To a client that is still there it looks like a
 * bad network, and it connects again; after `disconnect` it would stay away.
 */
export function cutOff(socket: Pick<LiveSocket, 'conn'>): void {
  (socket.conn as unknown as Engine).transport?.socket?.terminate?.();
}

/** How long a client that sends too much has to receive the reason. */
const REASON_TIMEOUT_MS = 250;

/** Closes the connection of a client that sends too much, says why, and hears nothing more of it. */
export function limitMessages(conn: LiveSocket['conn'], scheduler: Scheduler, onLimit: () => void): void {
  const isOneTooMany = createMessageLimit(scheduler);
  const heed = () => {
    if (!isOneTooMany()) return;
    conn.off('packet', heed);
    conn.removeAllListeners('data');
    (conn as unknown as Engine).transport?.socket?.close?.(TOO_MANY_MESSAGES.code, TOO_MANY_MESSAGES.reason);
    scheduler.after(REASON_TIMEOUT_MS, () => cutOff({ conn }));
    onLimit();
  };
  conn.on('packet', heed);
}

/** Ends the connection as soon as everything sent has left; the client connects again, perhaps to another process. */
async function release(socket: LiveSocket, delayMs: number, scheduler: Scheduler): Promise<void> {
  if (!socket.connected) return;
  await new Promise<void>((resolve) => {
    const cancel = scheduler.after(delayMs, () => cutOff(socket));
    socket.once('disconnect', () => {
      cancel();
      resolve();
    });
    socket.conn.close();
  });
}

/** How long a server that lets its clients go waits for them to receive the last messages. */
const GOODBYE_TIMEOUT_MS = 500;

/** Ends all connections of a server like that. */
export async function releaseAll(io: LiveServer, scheduler: Scheduler): Promise<void> {
  const sockets = [...io.of('/').sockets.values()];
  await Promise.all(sockets.map((socket) => release(socket, GOODBYE_TIMEOUT_MS, scheduler)));
}

/** engine.io's `message` and socket.io's EVENT, as their protocols number them. */
const MESSAGE = '4';
const EVENT = '2';
const FINAL_TEXT = 0x81;

/** A message to many sockets, encoded once. */
type EncodedBroadcast = { readonly text: string; readonly frame: Buffer };

/** Encodes and frames a message once, however many sockets get it. */
export function encodeBroadcast(event: 'change' | 'snapshot', message: object): EncodedBroadcast {
  const text = `${EVENT}${JSON.stringify([event, message])}`;
  return { text, frame: textFrame(MESSAGE + text) };
}

/**
 * The same as `io.to(room).emit(event, message)` for these sockets, which must speak websocket. socket.io too
 * encodes such a message once, but hands the system two pieces for every socket; one piece is a cheaper call,
 * and that call is most of what a broadcast costs. Where engine.io cannot take a finished frame it takes the
 * text.
 */
export function broadcast(sockets: Iterable<LiveSocket>, { text, frame }: EncodedBroadcast): void {
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  for (const socket of sockets) socket.conn.write(text, options);
}

/** A whole unmasked websocket frame (RFC 6455, 5.2) in one piece. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) {
    frame[1] = length;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** A client with more than this on the way to it gets nothing more until it has read that. */
const BEHIND_BYTES = 256 * 1024;
/** A client has caught up when nearly everything has left. */
const CAUGHT_UP_BYTES = 16 * 1024;
const CHECK_EVERY_MS = 100;
/** A client that reads nothing for so long counts as gone, although TCP still shows it connected. */
const READ_TIMEOUT_MS = 30_000;

/**
 * Slow clients get no pushes, so that the others do not wait and nothing piles up. When they have caught up they get a
 * snapshot of what they missed; if they do not catch up, they are cut off.
 */
export function createSlowConsumers<Viewer>(deps: {
  bytesOnTheWay: (viewer: Viewer) => number;
  /** The viewer reads again; it got no pushes of these rooms. */
  caughtUp: (viewer: Viewer, rooms: ReadonlySet<string>) => void;
  cutOff: (viewer: Viewer) => void;
  scheduler: Scheduler;
}) {
  const { now } = deps.scheduler;
  const waiting = new Map<Viewer, { rooms: Set<string>; since: number }>();
  let cancel: Cancel | undefined;

  function check(): void {
    cancel = undefined;
    for (const [viewer, { rooms, since }] of waiting) {
      if (deps.bytesOnTheWay(viewer) <= CAUGHT_UP_BYTES) {
        waiting.delete(viewer);
        deps.caughtUp(viewer, rooms);
      } else if (now() - since > READ_TIMEOUT_MS) {
        waiting.delete(viewer);
        deps.cutOff(viewer);
      }
    }
    checkSoon();
  }

  function checkSoon(): void {
    if (waiting.size > 0) cancel ??= deps.scheduler.after(CHECK_EVERY_MS, check);
  }

  return {
    isBehind: (viewer: Viewer) => deps.bytesOnTheWay(viewer) > BEHIND_BYTES,
    leaveOut(viewer: Viewer, room: string): void {
      const entry = waiting.get(viewer) ?? { rooms: new Set(), since: now() };
      waiting.set(viewer, entry);
      entry.rooms.add(room);
      checkSoon();
    },
    isWaiting: (viewer: Viewer) => waiting.has(viewer),
    forget: (viewer: Viewer) => void waiting.delete(viewer),
    close(): void {
      cancel?.();
      cancel = undefined;
      waiting.clear();
    },
  };
}
