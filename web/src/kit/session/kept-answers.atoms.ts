import { atom, type createStore } from 'jotai';
import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { getEmployeeById } from '#contracts/endpoints/employees.endpoints.ts';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { getJobAids } from '#contracts/endpoints/job-aids.endpoints.ts';
import { getChartData, getDailyLogs, getLogs } from '#contracts/endpoints/logs.endpoints.ts';
import { getAllSales, getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom, hasAnsweredAtom } from '../../api/api.atoms.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { invalidateAllAtom } from '../../api/cache/invalidation.atoms.ts';
import { isAwayAtom, liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { todayAtom } from '../clock.atoms.ts';
import { OWN_ANSWERS, readStorage, writeStorage } from '../storage.ts';
import { sessionAtom } from './session.atoms.ts';

/** What the screens of every person ask for. */
const KEPT: readonly Endpoint[] = [
  getDailyLogs,
  getChartData,
  getAllSales,
  getCommission,
  getLogs,
  getEmployeeById,
  getJobAids,
  getAllCampaigns,
];
/** A search, a filter or a further page is not kept. */
const QUERY = new Set(['date', 'limit']);
/** Characters of an answer. All that a site stores is about five million. */
const LONGEST = 400_000;

/** `at`: when the server gave it, UTC ISO-8601. */
type KeptAnswer = { readonly employeeId: string; readonly at: string; readonly reply: unknown };

/** The moment of the oldest answer that is shown in place of the server's; null without one. */
export const keptSinceAtom = atom<string | null>(null);
const noteAgeAtom = atom(null, (_get, set, at: string) =>
  set(keptSinceAtom, (since) => (since !== null && since < at ? since : at)),
);

/** The last own figures, while the page has no network; they arrive live, so no call has them. */
export const keptFiguresAtom = atom<OwnFigures | undefined>(undefined);
const FIGURES = `${OWN_ANSWERS}own figures`;

const employeeIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.state === 'signed in' ? session.employee.id : null;
});

/**
 * Keeps the last answers on the device, for the person who got them. A page that was opened without a network shows
 * them until the server can be reached. Called once per page.
 */
export function keepAnswers(store: ReturnType<typeof createStore>): void {
  const client = store.get(apiAtom);
  const keeping: ApiClient = {
    async call(endpoint, input) {
      const answer = await client.call(endpoint, input);
      if (answer.ok || answer.status > 0) store.set(hasAnsweredAtom, true);
      const employeeId = store.get(employeeIdAtom);
      const name = employeeId && KEPT.includes(endpoint) ? nameOf(endpoint, input, employeeId) : null;
      if (!employeeId || name === null) return answer;
      if (answer.ok) keep(name, employeeId, answer.reply);
      const kept = answer.ok || store.get(hasAnsweredAtom) ? null : read(name, employeeId);
      if (!kept) return answer;
      store.set(noteAgeAtom, kept.at);
      return { ok: true, reply: kept.reply as ReplyOf<typeof endpoint>, stale: false };
    },
  };
  store.set(apiAtom, keeping);
  store.sub(liveOwnFiguresAtom, () => {
    const [employeeId, figures] = [store.get(employeeIdAtom), store.get(liveOwnFiguresAtom)];
    if (employeeId && figures) keep(FIGURES, employeeId, figures);
  });
  store.sub(isAwayAtom, () => {
    const [employeeId, isAway] = [store.get(employeeIdAtom), store.get(isAwayAtom)];
    const kept = employeeId && isAway ? read(FIGURES, employeeId) : null;
    const figures = kept?.reply as OwnFigures | undefined;
    if (!kept || figures?.date !== store.get(todayAtom)) return store.set(keptFiguresAtom, undefined);
    store.set(noteAgeAtom, kept.at);
    store.set(keptFiguresAtom, figures);
  });
  store.sub(hasAnsweredAtom, () => {
    if (store.get(keptSinceAtom) === null) return;
    store.set(keptSinceAtom, null);
    store.set(invalidateAllAtom);
  });
}

/** Where the answer is stored; null for one that is not kept. */
function nameOf(endpoint: Endpoint, input: object, employeeId: string): string | null {
  const { params, query, asOf } = input as { params?: { id?: string }; query?: object; asOf?: string };
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const isOfOthers = params?.id !== undefined && params.id !== employeeId;
  if (asOf !== undefined || isOfOthers || asked.some(([key]) => !QUERY.has(key))) return null;
  return `${OWN_ANSWERS}${endpoint.path} ${JSON.stringify([params, asked])}`;
}

function keep(name: string, employeeId: string, reply: unknown): void {
  const kept: KeptAnswer = { employeeId, at: new Date().toISOString(), reply };
  const text = JSON.stringify(kept);
  if (text.length <= LONGEST) writeStorage(name, text);
}

/** Null unless it was kept for this person. */
function read(name: string, employeeId: string): KeptAnswer | null {
  try {
    const kept = JSON.parse(readStorage(name) ?? 'null') as KeptAnswer | null;
    return kept?.employeeId === employeeId ? kept : null;
  } catch {
    return null;
  }
}
