import { useAtomValue } from 'jotai';
import { localDate } from '#contracts/local-date.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { formatDay, formatDecimal, formatMoney, formatTimeParts } from '../../ui/format.ts';
import { momentText } from './moment-text.ts';
import { dayClockAtom, isPlayingAtom, momentAtom, pastAtom, totalsAtom } from './player.atoms.ts';
import { filmAtom } from './replay.atoms.ts';
import styles from './stage.module.css';

/** The time in the replay, the last event, and the totals so far. */
export function Stage() {
  return (
    <div className={styles.stage}>
      <Clock />
      <LastMoment />
      <Totals />
    </div>
  );
}

function Clock() {
  const clock = useAtomValue(dayClockAtom) ?? '';
  const film = useAtomValue(filmAtom);
  const timeZone = useAtomValue(timeZoneAtom);
  const { time, half } = formatTimeParts(clock);
  const date = localDate(clock, timeZone);
  return (
    <p className={styles.clock}>
      <time dateTime={clock}>
        {time} {half && <small>{half}</small>}
      </time>
      {date !== film?.replay.date && <small className={styles.date}>{formatDay(date)}</small>}
    </p>
  );
}

function LastMoment() {
  const film = useAtomValue(filmAtom);
  const moment = useAtomValue(momentAtom);
  const past = useAtomValue(pastAtom);
  // While it plays, a screen reader could not keep up.
  const isPlaying = useAtomValue(isPlayingAtom);
  const all = film?.replay.moments.length ?? 0;
  return (
    <div className={styles.moment}>
      <p className={styles.words} data-testid="replay-moment" aria-live={isPlaying ? 'off' : 'polite'}>
        {film && moment ? momentText(moment, film.names) : 'The board is empty'}
      </p>
      <p className={styles.count}>
        Event {formatDecimal(past, 0)} of {formatDecimal(all, 0)}
      </p>
    </div>
  );
}

function Totals() {
  const { commission, sales } = useAtomValue(totalsAtom);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Commission</dt>
        <dd>{formatMoney(commission)}</dd>
      </div>
      <div>
        <dt>Closed sales</dt>
        <dd>{formatDecimal(sales, 0)}</dd>
      </div>
    </dl>
  );
}
