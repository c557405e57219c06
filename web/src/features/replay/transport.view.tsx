import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Pause, Play, RotateCcw, SkipBack, SkipForward } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { dateLocale } from '../../ui/locale.ts';
import { Segmented } from '../../ui/segmented.tsx';
import {
  dayClockAtom,
  isAtEndAtom,
  isPlayingAtom,
  playAtom,
  SPEEDS,
  type Speed,
  seekAtom,
  speedAtom,
  stepAtom,
  toggleAtom,
} from './player.atoms.ts';
import { filmAtom } from './replay.atoms.ts';
import { REPLAY_MS, type Tempo } from './tempo.ts';
import styles from './transport.module.css';

const speeds = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }));

/** Play, pause, step, speed, and the slider of the day. */
export function Transport() {
  const [speed, setSpeed] = useAtom(speedAtom);
  const step = useSetAtom(stepAtom);
  return (
    <div className={styles.transport}>
      <PlayButton />
      <div className={styles.steps}>
        <Button variant="plain" title="Previous event (←)" onClick={() => step(-1)}>
          <Icon of={SkipBack} size={18} /> <span className="visually-hidden">Previous event</span>
        </Button>
        <Button variant="plain" title="Next event (→)" onClick={() => step(1)}>
          <Icon of={SkipForward} size={18} /> <span className="visually-hidden">Next event</span>
        </Button>
      </div>
      <div className={styles.speed}>
        <Segmented
          small
          label="Speed"
          options={speeds}
          value={String(speed)}
          onChange={(chosen) => setSpeed(Number(chosen) as Speed)}
        />
      </div>
      <div className={styles.day}>
        <Scrubber />
      </div>
    </div>
  );
}

function PlayButton() {
  const isPlaying = useAtomValue(isPlayingAtom);
  const isAtEnd = useAtomValue(isAtEndAtom);
  const toggle = useSetAtom(toggleAtom);
  const [sign, word] = isPlaying ? [Pause, 'Pause'] : isAtEnd ? [RotateCcw, 'Again'] : [Play, 'Play'];
  return (
    <div className={styles.play}>
      <Button wide title={`${word} (space)`} onClick={toggle}>
        <Icon of={sign} size={18} /> {word}
      </Button>
    </div>
  );
}

/** The day from left to right: its hours, a mark for each closed sale, and the current place. */
function Scrubber() {
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

/** A whole local hour; `share` is its place in the replay, 0 to 1; on a narrow screen not every label fits. */
type Hour = {
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

const hourOfDay = new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric' });

/** The hours of a replay, as many as can be distinguished. */
function hoursOf({ instantAt, playAt }: Tempo): Hour[] {
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
