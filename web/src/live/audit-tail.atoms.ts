import { atom } from 'jotai';
import { openAuditSocket } from './audit-socket.ts';
import { type AuditTail, createAuditTail } from './audit-tail.ts';
import { createPictures } from './pictures.ts';

/** The one door to the feed of the company's events; a test puts its own here. */
export const auditTailAtom = atom<AuditTail>(
  createAuditTail({
    openSocket: openAuditSocket,
    beforeNextPicture: createPictures({
      beforeFrame: (work) => {
        // A page that was hidden meanwhile gets no frames; what came is told all the same.
        if (document.visibilityState === 'visible') requestAnimationFrame(work);
        else setTimeout(work, 100);
      },
      later: setTimeout,
      now: () => performance.now(),
    }),
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    page: {
      isSeen: () => document.visibilityState === 'visible',
      onChange: (handler) => {
        document.addEventListener('visibilitychange', handler);
        return () => document.removeEventListener('visibilitychange', handler);
      },
    },
  }),
);
