import { atom } from 'jotai';
import { getMoments } from '#contracts/endpoints/history.endpoints.ts';
import { asOfAtom } from '../api/as-of.atoms.ts';
import { createResource } from '../api/resource.atoms.ts';
import { type AskedMoment, askedMoment, canShowPast } from './as-of-address.ts';
import { clockAtom } from './clock.atoms.ts';
import { dayScale, type ScaleKind, type TimeScale, wholeScale } from './time-scale.ts';

/** The moment in an address that cannot be shown, and why. */
export const wrongMomentAtom = atom<AskedMoment['wrong']>(null);

/** The moment that the address carries along while its screen shows today. */
export const restingMomentAtom = atom<string | null>(null);

/** Told of the address before its screen asks for anything. */
export const arriveAtom = atom(null, (_get, set, pathname: string, search: string): void => {
  const { asOf, wrong } = askedMoment(search, new Date().toISOString());
  const isShown = canShowPast(pathname);
  set(asOfAtom, isShown ? asOf : null);
  set(wrongMomentAtom, isShown ? wrong : null);
  set(restingMomentAtom, isShown ? null : asOf);
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
