import { useAtomValue, useSetAtom } from 'jotai';
import { memo, useMemo } from 'react';
import { formatTime } from '../../ui/format.ts';
import { hoursOf } from './hours.ts';
import { dayClockAtom, playAtom, seekAtom } from './player.atoms.ts';
import { filmAtom } from './replay.atoms.ts';
import styles from './scrubber.module.css';
import { REPLAY_MS } from './tempo.ts';

/** The day from left to right: its hours, a mark for each closed sale, and the current place. */
export function Scrubber() {
  const play = useAtomValue(playAtom);
  const clock = useAtomValue(dayClockAtom);
  const seek = useSetAtom(seekAtom);
  return (
    <div className={styles.scrubber}>
      <Marks />
      <svg className={styles.played} aria-hidden="true">
        <rect width={`${(play / REPLAY_MS) * 100}%`} height="100%" />
      </svg>
      <input
        className={styles.range}
        type="range"
        aria-label="Time of the day"
        aria-valuetext={clock && formatTime(clock)}
        min={0}
        max={REPLAY_MS}
        step={1}
        value={play}
        onChange={(event) => seek(Number(event.target.value))}
      />
    </div>
  );
}

const WIDTH = 1000;

/** Drawn once per day. */
const Marks = memo(function DrawnMarks() {
  const film = useAtomValue(filmAtom);
  const hours = useMemo(() => film && hoursOf(film.tempo), [film]);
  const sales = useMemo(() => {
    const closed = film?.replay.moments.flatMap(({ kind }, at) => (kind === 'closed' ? [at] : [])) ?? [];
    const places = closed.map((at) => (((film?.tempo.plays[at] ?? 0) / REPLAY_MS) * WIDTH).toFixed(1));
    return [...new Set(places)].map((place) => `M${place} 0V1`).join('');
  }, [film]);
  return (
    <svg className={styles.marks} aria-hidden="true">
      {hours?.map(({ instant, share, label, isForNarrow }) => (
        <g key={instant}>
          <line className={styles.hour} x1={`${share * 100}%`} x2={`${share * 100}%`} y1="2" y2="40" />
          {label && (
            <text x={`${share * 100}%`} y="56" textAnchor="middle" data-narrow={isForNarrow}>
              {label}
            </text>
          )}
        </g>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} 1`}
        preserveAspectRatio="none"
        y="2"
        width="100%"
        height="14"
      >
        <path className={styles.sale} d={sales} vectorEffect="non-scaling-stroke" />
      </svg>
    </svg>
  );
});
