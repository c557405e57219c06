import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

const SOCKET_IO = '/socket.io/';
/** Websocket routes of Fastify are below this path. */
const ROUTES = '/ws/';
const MAX_MESSAGE_BYTES = 64 * 1024;

/**
 * Enables `{ websocket: true }` routes below `/ws/` on `app`, beside socket.io on the same port. By itself
 * @fastify/websocket would answer every upgrade, those of socket.io with 404. So it gets an emitter instead of the
 * server (it only listens for `upgrade`) and sees only its own ones. Any other upgrade is closed here: as a request
 * it would leave an open connection. Does nothing when called again.
 */
export async function allowWebsockets(app: FastifyInstance): Promise<void> {
  if (app.hasDecorator('websocketServer')) return;
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: { server: upgrades as unknown as Server, maxPayload: MAX_MESSAGE_BYTES },
  });
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(ROUTES)) upgrades.emit('upgrade', request, socket, head);
    else if (!request.url?.startsWith(SOCKET_IO)) closeSocket(socket);
  });
}

function closeSocket(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    socket.destroy(),
  );
}
