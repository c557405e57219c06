import type { WebSocket } from 'ws';

/** Below the minute after which proxies close a silent connection. */
const PING_MS = 20_000;

/** Pings a websocket and ends it when a ping stays without an answer. Returns the function that stops it. */
export function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS);
  timer.unref();
  return () => clearInterval(timer);
}
