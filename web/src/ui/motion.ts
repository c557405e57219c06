const GLOW_MS = 1200;
const ROLL_MS = 150;
const MOVE_MS = 320;

/** News that comes faster than this adds nothing an eye could see, only work. */
const REST_MS = 500;

const wish = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
let isAllowed = wish !== undefined && !wish.matches;
// Kept, not asked each time: the browser brings its styles up to date before it answers.
wish?.addEventListener('change', () => {
  isAllowed = !wish.matches;
});

/** False for people who asked their system for less motion, and where there is nothing to animate. */
export const motionAllowed = (): boolean => isAllowed;

const unseen = new WeakSet<Element>();
const sight =
  typeof IntersectionObserver === 'function'
    ? new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) unseen.delete(target);
          else unseen.add(target);
        }
      })
    : null;

/** From now on this row, and what stands in it, moves only while it is on the screen; until the returned function is called. */
export function moveOnlyInSight(row: Element): () => void {
  sight?.observe(row);
  return () => sight?.unobserve(row);
}

/** Not by measuring: after each motion that was started, it would bring styles and layout up to date again. */
const isSeen = (element: Element): boolean => !unseen.has(element.closest('tr') ?? element);

/** Whether `element` may start over: not while it has only just begun. */
function createRest() {
  const started = new WeakMap<Element, number>();
  return (element: Element): boolean => {
    const now = performance.now();
    if (now - (started.get(element) ?? -REST_MS) < REST_MS) return false;
    started.set(element, now);
    return true;
  };
}

const mayGlow = createRest();
const mayRoll = createRest();

/** Opacity and transforms only: the compositor draws them while the page does its work. */

/** The row that changed lights up in the accent and rests again. Its `::after` is the light. Nothing is news in the past. */
export function glow(row: HTMLElement): void {
  if (!motionAllowed() || !isSeen(row) || row.closest('[data-past="true"]') || !mayGlow(row)) return;
  const light = [{ opacity: 0.34 }, { opacity: 0 }];
  row.animate(light, { duration: GLOW_MS, easing: 'ease-out', pseudoElement: '::after' });
}

/** The new number comes up from below. */
export function roll(element: HTMLElement): void {
  if (!motionAllowed() || !isSeen(element) || !mayRoll(element)) return;
  const rising = [
    { transform: 'translateY(70%)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  element.animate(rising, { duration: ROLL_MS, easing: 'ease-out' });
}

/** Moves an element from where it was `dy` pixels away to where it is now; who climbs passes over the others. */
export function moveFrom(element: HTMLElement, dy: number): void {
  const moving = [{ transform: `translateY(${dy}px)` }, { transform: 'none' }];
  const move = element.animate(moving, { duration: MOVE_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' });
  if (dy < 0) return;
  element.style.zIndex = '1';
  move.onfinish = () => element.style.removeProperty('z-index');
}
