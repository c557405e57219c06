import { atom } from 'jotai';
import { openAuditSocket } from './audit-socket.ts';
import { type AuditTail, createAuditTail } from './audit-tail.ts';
import { createPagePictures, later } from './in-browser.ts';

/** The one door to the feed of the company's events; a test puts its own here. */
export const auditTailAtom = atom<AuditTail>(
  createAuditTail({
    openSocket: openAuditSocket,
    beforeNextPicture: createPagePictures(),
    later,
    page: {
      isSeen: () => document.visibilityState === 'visible',
      onChange: (handler) => {
        document.addEventListener('visibilitychange', handler);
        return () => document.removeEventListener('visibilitychange', handler);
      },
    },
  }),
);
