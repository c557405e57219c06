import { WebSocketServer } from 'ws';
import { wallClock } from './wall-clock.ts';

/** The baseline: a websocket server that sends a ready-made text to one socket after the other. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await new Promise((listening) => server.once('listening', listening));
const address = server.address();

process.on('message', ({ text }: { text: string }) => {
  const startedAt = wallClock();
  for (const socket of server.clients) socket.send(text);
  process.send?.({ startedAt });
});
process.once('SIGTERM', () => process.exit(0));
process.send?.({ url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : address}` });
