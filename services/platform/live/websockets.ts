import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

/** Where socket.io listens; everything else that wants to upgrade is a route of Fastify. */
const SOCKET_IO = '/socket.io/';
const MAX_MESSAGE_BYTES = 64 * 1024;

/**
 * Makes `{ websocket: true }` routes possible on `app`, beside socket.io on the same port. Left alone,
 * @fastify/websocket answers every upgrade, those of socket.io with 404; so it gets an emitter in place of
 * the server (it only listens for `upgrade` there) that hears of its own ones. Does nothing the second time.
 */
export async function allowWebsockets(app: FastifyInstance): Promise<void> {
  if (app.hasDecorator('websocketServer')) return;
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: { server: upgrades as unknown as Server, maxPayload: MAX_MESSAGE_BYTES },
  });
  app.server.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith(SOCKET_IO)) upgrades.emit('upgrade', request, socket, head);
  });
}
