import { motionAllowed } from '../../ui/motion.ts';

/** Calls with the time (milliseconds, of any beginning) again and again until the returned function is called. */
export type Ticker = (tick: (now: number) => void) => () => void;

/** For who asked for less motion: the board moves on in steps. */
const STEP_MS = 1000;

/** With every frame that the browser draws; a page that nobody sees stands still. */
export const screenTicker: Ticker = (tick) => {
  if (!motionAllowed()) {
    const timer = setInterval(() => tick(performance.now()), STEP_MS);
    return () => clearInterval(timer);
  }
  let frame = requestAnimationFrame(function draw(now) {
    frame = requestAnimationFrame(draw);
    tick(now);
  });
  return () => cancelAnimationFrame(frame);
};
