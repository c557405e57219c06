import { io } from 'socket.io-client';
import type { LiveSocket } from './live-client.ts';

/** One websocket to where the page came from, with the session cookie. */
export function openSocket(): LiveSocket {
  return io({
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 250,
    reconnectionDelayMax: 5000,
    timeout: 8000,
  });
}
