import type { TailSocket } from './audit-tail.ts';

/** A plain websocket to the server of this page, with the session cookie. */
export function openAuditSocket(address: string): TailSocket {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  return {
    close() {
      // Closing a websocket while it opens logs a warning in the console, so it is closed once it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
      else socket.close();
    },
    onOpen: (handler) => socket.addEventListener('open', handler),
    onMessage: (handler) => socket.addEventListener('message', ({ data }) => handler(String(data))),
    onClose: (handler) => socket.addEventListener('close', ({ code }) => handler(code)),
  };
}
