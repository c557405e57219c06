import { atom } from 'jotai';
import { io } from 'socket.io-client';
import { isPastAtom } from '../api/as-of.atoms.ts';
import { invalidateAllAtom, invalidateAtom } from '../api/cache/invalidation.atoms.ts';
import { later } from '../api/later.ts';
import { createPageFramePacer } from './frame-pacer.ts';
import { createLiveClient, type LiveClient, type LiveConnection, type LiveSocket } from './live-client.ts';
import { changedTags } from './live-tags.ts';
import type { HeldTopics } from './live-topic.ts';

/** The live gateway. Tests set a client of their own. */
export const liveClientAtom = atom<LiveClient>(
  createLiveClient({
    openSocket,
    beforeNextFrame: createPageFramePacer(),
    later,
    now: () => performance.now(),
    random: Math.random,
    isReachable,
    isAwaited: () => document.visibilityState === 'visible' && navigator.onLine,
  }),
);

const heardAtom = atom<HeldTopics>({});
/** Empty for a screen that shows the past. */
const heldAtom = atom((get): HeldTopics => (get(isPastAtom) ? {} : get(heardAtom)));
export const connectionAtom = atom<LiveConnection>('connecting');
/** The release of the web app on the server; null until it is known. */
export const servedReleaseAtom = atom<string | null>(null);

/** No news come until it is back, and then every list is asked for anew. */
export const isDisconnectedAtom = atom((get) => get(connectionAtom) === 'reconnecting');

/** Whether the server has answered a call of this page. */
export const hasAnsweredAtom = atom(false);

/** The page was opened without a network: it has what the device kept, and nothing of the server. */
export const isAwayAtom = atom((get) => get(isDisconnectedAtom) && !get(hasAnsweredAtom));

const LOST: readonly LiveConnection[] = ['reconnecting', 'signed out'];

/** Connected while this atom is mounted: the shell mounts it for as long as the person is signed in. */
export const liveAtom = atom(
  (get) => get(connectionAtom),
  (get, set): (() => void) => {
    const client = get(liveClientAtom);
    const close = client.open((held, connection, release) => {
      const [before, wasLost] = [get(heardAtom), LOST.includes(get(connectionAtom))];
      set(heardAtom, held);
      set(connectionAtom, connection);
      set(servedReleaseAtom, release);
      if (connection === 'live' && wasLost) set(invalidateAllAtom);
      else set(invalidateAtom, changedTags(before, held));
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
/** The log position of the live billboard. REST may know it a moment later. */
export const liveBillboardVersionAtom = atom((get) => get(heldAtom).billboard?.version);
export const liveOwnFiguresAtom = atom((get) => get(heldAtom)['own figures']?.data);
/** The log position of the own figures. */
export const liveOwnFiguresVersionAtom = atom((get) => get(heldAtom)['own figures']?.version);
/** The latest of all news of sales, shifts and commission: an answer about them must not be from before it. */
export const liveVersionAtom = atom((get): number | undefined => {
  const { billboard, 'own figures': own, days } = get(heldAtom);
  const known = [billboard, own, days].filter((topic) => topic !== undefined);
  return known.length > 0 ? Math.max(...known.map(({ version }) => version)) : undefined;
});
/** The log position up to which changes of lists are known: requests for a list must not be answered from before it. */
export const liveCatalogueVersionAtom = atom((get) => get(heldAtom).catalogue?.version);
export const liveSaleNewsAtom = atom((get) => get(heldAtom)['sale news']?.data);

/** At midnight: asks for new snapshots of the topics about today. */
export const resyncTodayAtom = atom(null, (get) => {
  get(liveClientAtom).resync('billboard');
  get(liveClientAtom).resync('own figures');
});

/** The network is back, or the page became visible. */
export const reconnectLiveAtom = atom(null, (get) => get(liveClientAtom).reconnectNow());

/** The browser reports that the network is gone. */
export const dropLiveAtom = atom(null, (get) => get(liveClientAtom).dropConnection());

/** A call is without an answer, or the person is back: whether the connection is alive. */
export const checkLiveAtom = atom(null, (get) => get(liveClientAtom).checkConnection());

/** The longest wait for the answer that shows that the server is there. */
const REACHED_WITHIN_MS = 3000;

async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACHED_WITHIN_MS);
    return (await fetch('/healthz', { cache: 'no-store', credentials: 'omit', signal })).ok;
  } catch {
    return false;
  }
}

/** One websocket to the server of this page, with the session cookie. */
function openSocket(): LiveSocket {
  const socket = io({
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnection: false,
    timeout: 8000,
  });
  const disconnect = socket.disconnect.bind(socket);
  // Closing a websocket while it opens logs a warning in the console, so it is closed once it is open.
  socket.disconnect = () => {
    const { engine } = socket.io;
    if (engine?.readyState !== 'opening') return disconnect();
    engine.once('open', disconnect);
    return socket;
  };
  return socket;
}
