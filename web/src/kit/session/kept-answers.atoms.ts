import { atom, type createStore } from 'jotai';
import type { RouteName } from '#contracts/endpoints/access-table.ts';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { errorBody } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient, CallInput } from '../../api/api-client.ts';
import { resetAllAtom } from '../../api/cache/invalidation.atoms.ts';
import { later } from '../../api/later.ts';
import {
  checkLiveAtom,
  connectionAtom,
  hasAnsweredAtom,
  isAwayAtom,
  liveOwnFiguresAtom,
} from '../../live/live.atoms.ts';
import { currentDateAtom } from '../clock.atoms.ts';
import { ownRelease } from '../live/release.ts';
import { forgetAll, KEPT_PERSON, readStorage, writeStorage } from '../storage.ts';
import { keptEmployee, loadSessionAtom, sessionAtom } from './session.atoms.ts';

/** What the screens of every person ask for. By name: the declarations come with those screens. */
const KEPT: ReadonlySet<string> = new Set<RouteName>([
  'GET /logs/getlogsdaily/{date}',
  'GET /logs/getchartdata',
  'GET /logs/getlogs/{id}',
  'GET /sales/getsales/all',
  'GET /sales/get-commission/{id}',
  'GET /employees/getemployee/{id}',
  'GET /jobaids/getjobaids',
  'GET /campaigns/getcampaigns/all',
]);
/** A search, a filter or a further page is not kept. */
const QUERY = new Set(['date', 'limit', 'former']);
const FIGURES = 'own figures';
const SESSION: RouteName = 'GET /employees/getemployee';
/** A page that was never answered waits so long before it shows what the device kept. A later answer takes its place. */
const SILENT_AFTER_MS = 4000;
/** Characters of an answer. All that a site stores is about five million, and the outbox needs room, too. */
const LONGEST = 300_000;

type KeptAnswer = {
  readonly employeeId: string;
  /** When the server gave it, UTC ISO-8601. */
  readonly at: string;
  /** Another release may have another shape. */
  readonly release: string | null;
  /** The parameters: of each call only the last answer is kept. */
  readonly asked: string;
  readonly reply: unknown;
};

const sinceAtom = atom<string | null>(null);
/** Whether the sentence that dates kept answers is on the screen; without it none is shown. */
const isDatedAtom = atom(false);

/** The moment of the oldest answer that was shown in place of the server's; null without one. Mounted by the sentence that says it. */
export const keptSinceAtom = atom(
  (get) => get(sinceAtom),
  (_get, set, isShown: boolean) => set(isDatedAtom, isShown),
);
keptSinceAtom.onMount = (setShown) => {
  setShown(true);
  return () => setShown(false);
};

const figuresAtom = atom<OwnFigures | null>(null);
/** The last own figures, while the page has no network and their day lasts. They arrive live, so no call has them. */
export const keptFiguresAtom = atom((get): OwnFigures | undefined => {
  const figures = get(figuresAtom);
  return figures?.date === get(currentDateAtom) ? figures : undefined;
});

const employeeIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.state === 'signed in' ? session.employee.id : null;
});

/**
 * Keeps the signed-in person and their last answers on the device. A page that was opened without a network shows
 * them until the server answers; then it drops them all and asks anew. Called once per page.
 */
export function keepAnswers(store: ReturnType<typeof createStore>): void {
  const client = store.get(apiAtom);
  let isSessionKept = false;

  function kept(name: string, asked: string, employeeId: string): KeptAnswer | null {
    if (store.get(hasAnsweredAtom) || !store.get(isDatedAtom)) return null;
    const found = read(name);
    if (found?.employeeId !== employeeId || found.asked !== asked || found.release !== ownRelease())
      return null;
    store.set(sinceAtom, (since) => (since !== null && since < found.at ? since : found.at));
    return found;
  }

  /** What the device kept in place of an answer; null without it. */
  function keptFor<E extends Endpoint>(endpoint: E, input: CallInput<E>): Answer<E> | null {
    const employeeId = store.get(employeeIdAtom);
    const place = employeeId && KEPT.has(routeOf(endpoint)) ? placeOf(endpoint, input, employeeId) : null;
    const found = employeeId && place ? kept(place.name, place.asked, employeeId) : null;
    return found ? { ok: true, reply: found.reply as ReplyOf<E>, stale: false } : null;
  }

  async function asked<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
    const answer = await client.call(endpoint, input);
    if (!answer.ok && answer.error === 'unavailable') {
      if (routeOf(endpoint) === SESSION) isSessionKept = true;
      store.set(checkLiveAtom);
      return keptFor(endpoint, input) ?? answer;
    }
    store.set(hasAnsweredAtom, true);
    const employeeId = store.get(employeeIdAtom);
    const isKept = answer.ok && KEPT.has(routeOf(endpoint));
    const place = employeeId && isKept ? placeOf(endpoint, input, employeeId) : null;
    if (answer.ok && employeeId && place) keep(place.name, place.asked, employeeId, answer.reply);
    return answer;
  }

  /** While the network is silent: the session goes on as without one, and kept answers are shown. */
  function onSilence<E extends Endpoint>(endpoint: E, input: CallInput<E>): Answer<E> | null {
    store.set(checkLiveAtom);
    if (routeOf(endpoint) !== SESSION) return keptFor(endpoint, input);
    if (store.get(hasAnsweredAtom) || !keptEmployee()) return null;
    isSessionKept = true;
    return { ok: false, status: 0, ...errorBody('unavailable') };
  }

  const keeping: ApiClient = {
    call: (endpoint, input) =>
      new Promise((resolve, reject) => {
        const cancel = later(() => {
          const instead = onSilence(endpoint, input);
          if (instead) resolve(instead);
        }, SILENT_AFTER_MS);
        asked(endpoint, input).then(resolve, reject).finally(cancel);
      }),
  };
  store.set(apiAtom, keeping);
  const keepPerson = () => {
    const session = store.get(sessionAtom);
    const person = session.state === 'signed in' ? session.employee : null;
    if (person ? person.id !== keptEmployee()?.id : ['signed out', 'ended'].includes(session.state))
      forgetAll(KEPT_PERSON);
    // Figures of the day would stand there as those of another.
    const dayless = { ...person, login_time: null, sales_per_hour: 'N/A' };
    if (person) writeStorage(KEPT_PERSON, JSON.stringify(dayless));
  };
  keepPerson();
  store.sub(sessionAtom, keepPerson);
  const keepFigures = () => {
    const figures = store.get(liveOwnFiguresAtom);
    if (figures && store.get(connectionAtom) === 'live') keep(FIGURES, '', figures.employeeId, figures);
  };
  store.sub(liveOwnFiguresAtom, keepFigures);
  store.sub(connectionAtom, keepFigures);
  store.sub(isAwayAtom, () => {
    const employeeId = store.get(employeeIdAtom);
    const found = employeeId && store.get(isAwayAtom) ? kept(FIGURES, '', employeeId) : null;
    if (found) store.set(figuresAtom, found.reply as OwnFigures);
  });
  store.sub(hasAnsweredAtom, () => {
    store.set(figuresAtom, null);
    if (store.get(sinceAtom) !== null) {
      store.set(sinceAtom, null);
      store.set(resetAllAtom);
    }
    if (isSessionKept) void store.set(loadSessionAtom);
  });
}

const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Where an answer is stored, and for which parameters; null for one that is not kept. */
function placeOf(
  endpoint: Endpoint,
  input: object,
  employeeId: string,
): { name: string; asked: string } | null {
  const { params, query, asOf } = input as { params?: { id?: string }; query?: object; asOf?: string };
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const isOfOthers = params?.id !== undefined && params.id !== employeeId;
  if (asOf !== undefined || isOfOthers || given.some(([key]) => !QUERY.has(key))) return null;
  // A longer page serves as the first one, too.
  const narrowed = given.filter(([key]) => key !== 'limit');
  const keys = narrowed.map(([key]) => key);
  return { name: [endpoint.path, ...keys].join(' '), asked: JSON.stringify([params, narrowed]) };
}

/** Of the person whose device this is by now: another tab may have signed out. */
function keep(name: string, asked: string, employeeId: string, reply: unknown): void {
  if (keptEmployee()?.id !== employeeId) return;
  const kept: KeptAnswer = { employeeId, at: new Date().toISOString(), release: ownRelease(), asked, reply };
  const text = JSON.stringify(kept);
  const place = `${KEPT_PERSON} ${name}`;
  if (text.length > LONGEST) forgetAll(place);
  else writeStorage(place, text);
}

function read(name: string): KeptAnswer | null {
  try {
    return JSON.parse(readStorage(`${KEPT_PERSON} ${name}`) ?? 'null') as KeptAnswer | null;
  } catch {
    return null;
  }
}
