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
 * Makes `{ websocket: true }` routes below `/ws/` possible on `app`, beside socket.io on the same port. Left
 * alone, @fastify/websocket answers every upgrade, those of socket.io with 404; so it gets an emitter in place
 * of the server (it only listens for `upgrade` there) that hears of its own ones. Any other upgrade ends here:
 * routed as a request it would leave a connection that nobody closes. Does nothing the second time.
 */
export async function allowWebsockets(app: FastifyInstance): Promise<void> {
  if (app.hasDecorator('websocketServer')) return;
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: { server: upgrades as unknown as Server, maxPayload: MAX_MESSAGE_BYTES },
  });
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(ROUTES)) upgrades.emit('upgrade', request, socket, head);
    else if (!request.url?.startsWith(SOCKET_IO)) refuse(socket);
  });
}

function refuse(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    socket.destroy(),
  );
}
