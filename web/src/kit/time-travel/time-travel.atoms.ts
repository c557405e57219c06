import { atom } from 'jotai';
import { formatAsOf } from '#contracts/as-of.ts';
import { getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { asOfAtom, asOfPositionAtom } from '../../api/as-of.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { clockAtom } from '../clock.atoms.ts';
import { type AskedMoment, askedMoment, canShowPast } from './as-of-address.ts';
import { dayScale, type ScaleKind, type TimeScale, wholeScale } from './time-scale.ts';

/** Why the moment in the address is not shown: it is invalid, or its instant is not known (yet). */
type WrongMoment = AskedMoment['wrong'] | 'finding' | 'notFound';
export const wrongMomentAtom = atom<WrongMoment>(null);

/** The moment that the address keeps while its screen shows today. */
export const unshownMomentAtom = atom<string | null>(null);

/** Reads the moment from the address, before the screen asks for anything. */
export const readAddressAtom = atom(
  null,
  async (get, set, pathname: string, search: string): Promise<void> => {
    const asked = askedMoment(search, new Date().toISOString());
    const isShown = canShowPast(pathname);
    const turn = get(latestLookupAtom) + 1;
    set(latestLookupAtom, turn);
    const show = (asOf: string | null, wrong: WrongMoment) => {
      set(asOfAtom, isShown ? asOf : null);
      set(asOfPositionAtom, isShown && asOf !== null ? asked.position : null);
      set(wrongMomentAtom, isShown ? wrong : null);
      set(unshownMomentAtom, isShown ? null : asOf);
    };
    if (asked.position === null) return show(asked.asOf, asked.wrong);
    const found = get(foundAtom);
    if (found?.position === asked.position) return show(found.instant, null);
    show(null, 'finding');
    const instant = await set(findInstantAtom, asked.position);
    // The address has changed meanwhile.
    if (get(latestLookupAtom) !== turn) return;
    if (instant === 'notFound' || instant === 'asOfFuture') return show(null, instant);
    set(foundAtom, { position: asked.position, instant });
    show(instant, null);
  },
);

const latestLookupAtom = atom(0);

/** The last position that was looked up, with its instant: other screens show the same moment. */
const foundAtom = atom<{ readonly position: number; readonly instant: string } | null>(null);

/** The instant (UTC ISO-8601) of a position; before the first event, an instant before it. */
const findInstantAtom = atom(null, async (get, _set, position: number) => {
  const answer = await get(apiAtom).call(getMoments, {
    query: { at: formatAsOf({ kind: 'position', position }) },
  });
  if (!answer.ok || !answer.reply.first) return 'notFound';
  const { first, last, at } = answer.reply;
  if (position > (last?.position ?? 0)) return 'asOfFuture';
  return at?.at ?? new Date(Date.parse(first.at) - 1).toISOString();
});

/** Whether the time controls are open. */
export const timeBarAtom = atom(false);

/** The range of the slider. */
export const scaleKindAtom = atom<ScaleKind>('day');

/** The first moment of the company's history. */
export const momentsQuery = createQuery({
  endpoint: getMoments,
  ask: (api, _all: null) => api.call(getMoments, { query: {} }),
});

/** UTC ISO-8601; null until loaded, and for a company without events. */
export const firstMomentAtom = atom((get) => get(momentsQuery.replyAtom)?.first?.at ?? null);

/** Whether the moment of the screen is before the first event of the company. */
export const isBeforeFirstAtom = atom((get) => {
  const [asOf, first] = [get(asOfAtom), get(firstMomentAtom)];
  return asOf !== null && first !== null && Date.parse(asOf) < Date.parse(first);
});

/** The steps of the slider; they stay the same while the moment moves within its day. */
export const timeScaleAtom = atom((get): TimeScale => {
  const now = get(clockAtom);
  const shown = get(asOfAtom) ?? now;
  const first = get(firstMomentAtom);
  return get(scaleKindAtom) === 'all' && first !== null
    ? wholeScale(first, shown, now)
    : dayScale(shown, now);
});
