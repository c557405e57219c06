import { atom } from 'jotai';
import { formatAsOf } from '#contracts/as-of.ts';
import { getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { asOfAtom, asOfPositionAtom } from '../../api/as-of.atoms.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { clockAtom } from '../clock.atoms.ts';
import { type AskedMoment, askedMoment, canShowPast } from './as-of-address.ts';
import { dayScale, type ScaleKind, type TimeScale, wholeScale } from './time-scale.ts';

/** Why the moment in the address is not shown: none that could be, or one whose instant is not known (yet). */
type WrongMoment = AskedMoment['wrong'] | 'finding' | 'notFound';
export const wrongMomentAtom = atom<WrongMoment>(null);

/** The moment that the address carries along while its screen shows today. */
export const restingMomentAtom = atom<string | null>(null);

/** Told of the address before its screen asks for anything. */
export const arriveAtom = atom(null, async (get, set, pathname: string, search: string): Promise<void> => {
  const asked = askedMoment(search, new Date().toISOString());
  const isShown = canShowPast(pathname);
  const turn = get(turnAtom) + 1;
  set(turnAtom, turn);
  const show = (asOf: string | null, wrong: WrongMoment) => {
    set(asOfAtom, isShown ? asOf : null);
    set(asOfPositionAtom, isShown && asOf !== null ? asked.position : null);
    set(wrongMomentAtom, isShown ? wrong : null);
    set(restingMomentAtom, isShown ? null : asOf);
  };
  if (asked.position === null) return show(asked.asOf, asked.wrong);
  const found = get(foundAtom);
  if (found?.position === asked.position) return show(found.instant, null);
  show(null, 'finding');
  const instant = await set(findAtom, asked.position);
  // Another address by now.
  if (get(turnAtom) !== turn) return;
  if (instant === 'notFound' || instant === 'asOfFuture') return show(null, instant);
  set(foundAtom, { position: asked.position, instant });
  show(instant, null);
});

const turnAtom = atom(0);

/** The last position that was looked up, and its instant: other screens are of the same moment. */
const foundAtom = atom<{ readonly position: number; readonly instant: string } | null>(null);

/** The instant (UTC ISO-8601) of a position; before the first event of the company, one that is before it. */
const findAtom = atom(null, async (get, _set, position: number) => {
  const answer = await get(apiAtom).call(getMoments, {
    query: { at: formatAsOf({ kind: 'position', position }) },
  });
  if (!answer.ok || !answer.reply.first) return 'notFound';
  const { first, last, at } = answer.reply;
  if (position > (last?.position ?? 0)) return 'asOfFuture';
  return at?.at ?? new Date(Date.parse(first.at) - 1).toISOString();
});

/** Whether the field and the slider are open. */
export const timeBarAtom = atom(false);

/** What the slider goes over. */
export const scaleKindAtom = atom<ScaleKind>('day');

/** Where the history of the company begins. */
export const momentsResource = createResource({
  ask: (api, _all: null) => api.call(getMoments, { query: {} }),
});

/** UTC ISO-8601; null until known, and while there is nothing yet. */
export const firstMomentAtom = atom((get) => get(momentsResource.replyAtom)?.first?.at ?? null);

/** True where nothing of the company was recorded yet at the moment that is shown. */
export const isBeforeFirstAtom = atom((get) => {
  const [asOf, first] = [get(asOfAtom), get(firstMomentAtom)];
  return asOf !== null && first !== null && Date.parse(asOf) < Date.parse(first);
});

/** The slider; it stays as it is while the moment moves within its day. */
export const timeScaleAtom = atom((get): TimeScale => {
  const now = get(clockAtom);
  const shown = get(asOfAtom) ?? now;
  const first = get(firstMomentAtom);
  return get(scaleKindAtom) === 'all' && first !== null
    ? wholeScale(first, shown, now)
    : dayScale(shown, now);
});
