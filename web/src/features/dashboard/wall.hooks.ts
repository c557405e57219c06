import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { todayAtom } from '../../app/clock.atoms.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { useEscapeKey } from '../../app/shell/escape.hooks.ts';
import { liveBillboardBaseAtom } from '../../live/live.atoms.ts';
import { boardAtom } from './billboard.atoms.ts';
import { celebrationAtom, noticeBoardAtom, stopCelebratingAtom } from './celebration.atoms.ts';
import { playTone } from './tone.ts';
import { soundAtom, wallGoals } from './wall.atoms.ts';

/** Watches the board for closed sales, for as long as the wall is shown; nothing of the past is celebrated. */
export function useCelebrations(): void {
  const board = useAtomValue(boardAtom);
  const notice = useSetAtom(noticeBoardAtom);
  const stop = useSetAtom(stopCelebratingAtom);
  const isPast = useAtomValue(isPastAtom);
  useEffect(() => {
    if (isPast) stop();
    else if (board) notice(board);
  }, [board, notice, stop, isPast]);
  useEffect(() => stop, [stop]);
}

/** A short tone for each turn in the band, where somebody switched sound on. */
export function useTone(): void {
  const celebration = useAtomValue(celebrationAtom);
  const isOn = useAtomValue(soundAtom);
  useEffect(() => {
    if (celebration && isOn) playTone();
  }, [celebration, isOn]);
}

/** The goals behind the pace: again when the day or the whole board is another, as after a change of a goal. */
export function useWallGoals(): void {
  const base = useAtomValue(liveBillboardBaseAtom);
  useResource(wallGoals, useAtomValue(todayAtom));
  const reload = useSetAtom(wallGoals.reloadAtom);
  useEffect(() => {
    if (base !== undefined) void reload();
  }, [base, reload]);
}

/** Esc ends full screen, which the browser does by itself; pressed again it leads back to the dashboard. */
export function useEscape(): void {
  const navigate = useNavigate();
  useEscapeKey(() => {
    if (document.fullscreenElement === null) void navigate(paths.dashboard);
  });
}
