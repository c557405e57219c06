import { io } from 'socket.io-client';
import type { LiveSocket } from './live-client.ts';

/** One websocket to where the page came from, with the session cookie. */
export function openSocket(): LiveSocket {
  const socket = io({
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 250,
    reconnectionDelayMax: 5000,
    timeout: 8000,
  });
  const disconnect = socket.disconnect.bind(socket);
  // Given up while it is being opened, a websocket is a warning in the console: it is opened first, then closed.
  socket.disconnect = () => {
    const { engine } = socket.io;
    if (engine?.readyState !== 'opening') return disconnect();
    socket.io.reconnection(false);
    engine.once('open', disconnect);
    return socket;
  };
  return socket;
}
