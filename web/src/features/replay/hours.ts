import { locale } from '../../ui/locale.ts';
import { REPLAY_MS, type Tempo } from './tempo.ts';

/** A whole local hour; `share` is its place in the replay, 0 to 1; on a narrow screen not every label fits. */
export type Hour = {
  readonly instant: number;
  readonly share: number;
  readonly label: string | null;
  readonly isForNarrow: boolean;
};

const HOUR_MS = 3_600_000;
/** Hours closer to each other than this share are left out: lines would blur and labels overlap. */
const LINE_APART = 0.008;
const LABEL_APART = 0.1;
/** The same on a narrow screen. */
const NARROW_LABEL_APART = 0.24;
/** A label at the very edge would be cut off. */
const EDGE = 0.03;

const hourOfDay = new Intl.DateTimeFormat(locale(), { hour: 'numeric' });

/** The hours of a replay, as many as can be distinguished. */
export function hoursOf({ instantAt, playAt }: Tempo): Hour[] {
  const first = new Date(instantAt(0));
  first.setMinutes(60, 0, 0);
  const hours: Hour[] = [];
  let [line, labelled, narrow] = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let instant = first.getTime(); instant <= instantAt(REPLAY_MS); instant += HOUR_MS) {
    const share = playAt(instant) / REPLAY_MS;
    if (share - line < LINE_APART) continue;
    line = share;
    const hasLabel = share - labelled >= LABEL_APART && share > EDGE && share < 1 - EDGE;
    const isForNarrow = hasLabel && share - narrow >= NARROW_LABEL_APART;
    if (hasLabel) labelled = share;
    if (isForNarrow) narrow = share;
    hours.push({ instant, share, label: hasLabel ? hourOfDay.format(instant) : null, isForNarrow });
  }
  return hours;
}
