import { atom } from 'jotai';
import { openAuditSocket } from './audit-socket.ts';
import { type AuditTail, createAuditTail } from './audit-tail.ts';
import { createPageFramePacer, later } from './in-browser.ts';

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
