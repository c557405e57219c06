import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#contracts/live/live-protocol.ts';
import type { Principal } from '#platform/principal.ts';

type SocketData = { token: string; principal: Principal };

export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** The little of engine.io and ws that says how much is still on the way to a client. */
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
  // Writable again means that the system took everything: so it is with nearly all, and it is asked of all.
  if (engine.transport?.writable) return 0;
  let bytes = engine.transport?.socket?.bufferedAmount ?? 0;
  for (const { data } of engine.writeBuffer ?? []) bytes += typeof data === 'string' ? data.length : 0;
  return bytes;
}

/**
 * Breaks the connection without waiting for a client that does not read. A client that is still there takes
 * it for a bad network and comes back, unlike after `disconnect`, which tells it to stay away.
 */
export function cutOff(socket: Pick<LiveSocket, 'conn'>): void {
  (socket.conn as unknown as Engine).transport?.socket?.terminate?.();
}

/** Ends the connection as soon as all that was sent has left; the client comes back, perhaps elsewhere. */
export async function release(socket: LiveSocket, patienceMs: number): Promise<void> {
  if (!socket.connected) return;
  await new Promise<void>((gone) => {
    const impatient = setTimeout(() => cutOff(socket), patienceMs);
    socket.once('disconnect', () => {
      clearTimeout(impatient);
      gone();
    });
    socket.conn.close();
  });
}
