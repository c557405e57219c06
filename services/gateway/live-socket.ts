import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contracts/live/live-protocol.ts';
import type { Principal } from '#platform/principal.ts';

type SocketData = { token: string; principal: Principal };

export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** The parts of engine.io and ws that show how much is still on the way to a client. */
type Engine = {
  readonly writeBuffer?: readonly { readonly data?: unknown }[];
  readonly transport?: {
    readonly writable?: boolean;
    readonly socket?: { readonly bufferedAmount?: number; terminate?: () => void };
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

/** Ends the connection as soon as everything sent has left; the client connects again, perhaps to another process. */
export async function release(socket: LiveSocket, delayMs: number): Promise<void> {
  if (!socket.connected) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => cutOff(socket), delayMs);
    socket.once('disconnect', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.conn.close();
  });
}
