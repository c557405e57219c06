import { atom } from 'jotai';
import { later } from '../api/later.ts';
import { type AuditTail, createAuditTail, type TailSocket } from './audit-tail.ts';
import { createPageFramePacer } from './frame-pacer.ts';

/** The feed of the company's events. Tests set a feed of their own. */
export const auditTailAtom = atom<AuditTail>(
  createAuditTail({
    openSocket: openAuditSocket,
    beforeNextFrame: createPageFramePacer(),
    later,
    page: {
      isVisible: () => document.visibilityState === 'visible',
      onChange: (handler) => {
        document.addEventListener('visibilitychange', handler);
        return () => document.removeEventListener('visibilitychange', handler);
      },
    },
  }),
);

/** A plain websocket to the server of this page, with the session cookie. */
function openAuditSocket(address: string): TailSocket {
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
