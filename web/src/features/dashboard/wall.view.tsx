import { useAtom, useAtomValue } from 'jotai';
import { History, Maximize, Minimize, Moon, Sun, Volume2, VolumeX, X } from 'lucide-react';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { useLiveWatch } from '../../kit/live/live-watch.hooks.ts';
import { useMoveOnWall } from '../../kit/live/release.hooks.ts';
import { billboardRefreshAtom } from '../../kit/numbers/billboard.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { wallThemeAtom } from '../../kit/theme.atoms.ts';
import { timeBarAtom, wrongMomentAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { TimeTravel, WrongMoment } from '../../kit/time-travel/time-travel.view.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePastBillboard } from './billboard.hooks.ts';
import { soundAtom } from './wall.atoms.ts';
import {
  useCelebrations,
  useEscape,
  useFullScreen,
  useIdle,
  useScreenKeptOn,
  useTone,
} from './wall.hooks.ts';
import styles from './wall.module.css';
import { WallBand } from './wall-band.view.tsx';
import { WallBoard } from './wall-board.view.tsx';
import { WallHead } from './wall-head.view.tsx';

/** The billboard for a screen on the wall: readable from five metres, running unattended. */
export function WallPage() {
  const theme = useAtomValue(wallThemeAtom);
  const atRest = useIdle();
  const isPast = useAtomValue(isPastAtom);
  const isWrong = useAtomValue(wrongMomentAtom) !== null;
  const hasTime = useAtomValue(timeBarAtom) || isPast;
  useAtomValue(billboardRefreshAtom);
  usePastBillboard();
  useLiveWatch();
  useMoveOnWall();
  useQuery(campaignsQuery, null);
  useCelebrations();
  useTone();
  useScreenKeptOn();
  useEscape();
  return (
    <main
      className={styles.wall}
      data-theme={theme}
      data-rest={atRest}
      data-past={isPast}
      data-time={hasTime}
    >
      <title>Wall · Tallyboard</title>
      <h1 className="visually-hidden">Daily Billboard</h1>
      {hasTime && (
        <div className={styles.time}>
          <TimeTravel />
        </div>
      )}
      <WallHead />
      {isWrong ? <WrongMoment /> : <WallBoard />}
      <footer className={styles.foot}>
        <WallBand />
        <WallControls />
      </footer>
    </main>
  );
}

/** Controls for a person in front of the screen; hidden while the wall is idle. */
function WallControls() {
  const [theme, setTheme] = useAtom(wallThemeAtom);
  const [sound, setSound] = useAtom(soundAtom);
  const fullScreen = useFullScreen();
  const [isTimeOpen, openTime] = useAtom(timeBarAtom);
  return (
    <nav className={styles.controls} aria-label="Wall">
      {fullScreen.isPossible && (
        <Button variant="plain" onClick={fullScreen.toggle}>
          <Icon of={fullScreen.isOn ? Minimize : Maximize} />
          {fullScreen.isOn ? 'Leave full screen' : 'Full screen'}
        </Button>
      )}
      <Button variant="plain" aria-pressed={sound} onClick={() => setSound(!sound)}>
        <Icon of={sound ? Volume2 : VolumeX} /> {sound ? 'Sound on' : 'Sound off'}
      </Button>
      <Button variant="plain" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <Icon of={theme === 'dark' ? Sun : Moon} /> {theme === 'dark' ? 'Light' : 'Dark'}
      </Button>
      <Button variant="plain" aria-expanded={isTimeOpen} onClick={() => openTime(!isTimeOpen)}>
        <Icon of={History} /> Go back in time
      </Button>
      <LinkButton variant="plain" to={paths.dashboard}>
        <Icon of={X} /> Dashboard
      </LinkButton>
    </nav>
  );
}
