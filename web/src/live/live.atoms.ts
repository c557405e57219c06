import { atom } from 'jotai';
import { isPastAtom } from '../api/as-of.atoms.ts';
import { createPagePictures, later } from './in-browser.ts';
import { createLiveClient, type LiveClient, type LiveConnection } from './live-client.ts';
import type { HeldTopics } from './live-topic.ts';
import { openSocket } from './socket-io.ts';

/** The one door to the live gateway; a test puts its own client here. */
export const liveClientAtom = atom<LiveClient>(
  createLiveClient({
    openSocket,
    beforeNextPicture: createPagePictures(),
    later,
  }),
);

const heardAtom = atom<HeldTopics>({});
/** No news for a screen that shows the past. */
const heldAtom = atom((get): HeldTopics => (get(isPastAtom) ? {} : get(heardAtom)));
export const connectionAtom = atom<LiveConnection>('connecting');

/** Connected while somebody uses this atom: the shell, as long as the person is signed in. */
export const liveAtom = atom(
  (get) => get(connectionAtom),
  (get, set): (() => void) => {
    const client = get(liveClientAtom);
    const close = client.open((held, connection) => {
      set(heardAtom, held);
      set(connectionAtom, connection);
    });
    return () => {
      close();
      set(heardAtom, {});
      set(connectionAtom, 'connecting');
    };
  },
);
liveAtom.onMount = (open) => open();

export const liveBillboardAtom = atom((get) => get(heldAtom).billboard?.data);
/** Up to where in the log the live billboard is; a row may be shown a moment before REST has it. */
export const liveBillboardVersionAtom = atom((get) => get(heldAtom).billboard?.version);
/**
 * Another number whenever the whole board came anew: after a gap, at midnight, and when a campaign or goal was
 * changed, of which the rows themselves do not tell all.
 */
export const liveBillboardBaseAtom = atom((get) => get(heldAtom).billboard?.base);
export const liveOwnFiguresAtom = atom((get) => get(heldAtom)['own figures']?.data);
/** Up to where in the log the own figures are. */
export const liveOwnFiguresVersionAtom = atom((get) => get(heldAtom)['own figures']?.version);
export const liveSaleNewsAtom = atom((get) => get(heldAtom)['sale news']?.data);

/** Today became another day: the topics that speak of today are asked for again. */
export const resyncTodayAtom = atom(null, (get) => {
  get(liveClientAtom).resync('billboard');
  get(liveClientAtom).resync('own figures');
});

/** The network is back, or the page is looked at again. */
export const nudgeLiveAtom = atom(null, (get) => get(liveClientAtom).nudge());

/** The browser says that the network is gone. */
export const doubtLiveAtom = atom(null, (get) => get(liveClientAtom).doubt());
