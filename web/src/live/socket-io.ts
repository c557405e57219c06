import { io } from 'socket.io-client';
import type { LiveSocket } from './live-client.ts';

/** One websocket to the server of this page, with the session cookie. */
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
  // Closing a websocket while it opens logs a warning in the console, so it is closed once it is open.
  socket.disconnect = () => {
    const { engine } = socket.io;
    if (engine?.readyState !== 'opening') return disconnect();
    socket.io.reconnection(false);
    engine.once('open', disconnect);
    return socket;
  };
  return socket;
}
