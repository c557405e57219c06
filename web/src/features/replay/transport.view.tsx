import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Pause, Play, RotateCcw, SkipBack, SkipForward } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import {
  isAtEndAtom,
  isPlayingAtom,
  SPEEDS,
  type Speed,
  speedAtom,
  stepAtom,
  toggleAtom,
} from './player.atoms.ts';
import { Scrubber } from './scrubber.view.tsx';
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
