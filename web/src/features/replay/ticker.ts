import { motionAllowed } from '../../ui/motion.ts';

/** Calls back with the time (milliseconds since any origin) until the returned function is called. */
export type Ticker = (tick: (now: number) => void) => () => void;

/** For people who asked for less motion: the board advances in steps. */
const STEP_MS = 1000;

/** Once per frame that the browser draws; a hidden page stands still. */
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
