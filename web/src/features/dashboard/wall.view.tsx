import { useAtomValue } from 'jotai';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { useLiveWatch } from '../../kit/live/live-watch.hooks.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { wallThemeAtom } from '../../kit/theme.atoms.ts';
import { timeBarAtom, wrongMomentAtom } from '../../kit/time-travel/time-travel.atoms.ts';
import { TimeTravel, WrongMoment } from '../../kit/time-travel/time-travel.view.tsx';
import { billboardRefreshAtom } from './billboard.atoms.ts';
import { usePastBillboard } from './billboard.hooks.ts';
import { useCelebrations, useEscape, useTone } from './wall.hooks.ts';
import styles from './wall.module.css';
import { WallBand } from './wall-band.view.tsx';
import { WallBoard } from './wall-board.view.tsx';
import { WallControls } from './wall-controls.view.tsx';
import { WallHead } from './wall-head.view.tsx';
import { useIdle, useScreenKeptOn } from './wall-screen.hooks.ts';

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
