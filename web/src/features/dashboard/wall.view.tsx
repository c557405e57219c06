import { useAtomValue } from 'jotai';
import { wallThemeAtom } from '../../app/appearance.atoms.ts';
import { useLiveWatch } from '../../app/live-watch.hooks.ts';
import { billboardRefreshAtom } from './billboard.atoms.ts';
import { useCelebrations, useEscape, useTone, useWallGoals } from './wall.hooks.ts';
import styles from './wall.module.css';
import { WallBand } from './wall-band.view.tsx';
import { WallBoard } from './wall-board.view.tsx';
import { WallControls } from './wall-controls.view.tsx';
import { WallHead } from './wall-head.view.tsx';
import { useAtRest, useScreenKeptOn } from './wall-screen.hooks.ts';

/** The billboard for a screen on the wall: read from five metres, looked after by nobody. */
export function WallPage() {
  const theme = useAtomValue(wallThemeAtom);
  const atRest = useAtRest();
  useAtomValue(billboardRefreshAtom);
  useLiveWatch();
  useWallGoals();
  useCelebrations();
  useTone();
  useScreenKeptOn();
  useEscape();
  return (
    <main className={styles.wall} data-theme={theme} data-rest={atRest}>
      <title>Wall · Tallyboard</title>
      <h1 className="visually-hidden">Daily Billboard</h1>
      <WallHead />
      <WallBoard />
      <footer className={styles.foot}>
        <WallBand />
        <WallControls />
      </footer>
    </main>
  );
}
