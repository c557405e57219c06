const GLOW_MS = 1200;
const ROLL_MS = 150;
const MOVE_MS = 320;

/** Changes that follow faster than this are not animated: people could not see them. */
const COOLDOWN_MS = 500;

const wish = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
let isAllowed = wish !== undefined && !wish.matches;
// Read once, not at each use: the browser would compute its styles before it answers.
wish?.addEventListener('change', () => {
  isAllowed = !wish.matches;
});

/** False for people whose system asks for less motion, and outside a browser. */
export const motionAllowed = (): boolean => isAllowed;

const offScreen = new WeakSet<Element>();
const sight =
  typeof IntersectionObserver === 'function'
    ? new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) offScreen.delete(target);
          else offScreen.add(target);
        }
      })
    : null;

/** Until the returned function is called, this row and its content are animated only while they are on the screen. */
export function animateOnlyOnScreen(row: Element): () => void {
  sight?.observe(row);
  return () => sight?.unobserve(row);
}

/** By the observer, not by measuring, which would force styles and layout after each started animation. */
const isOnScreen = (element: Element): boolean => !offScreen.has(element.closest('tr') ?? element);

/** Whether `element` may be animated again; false while its last animation has only just begun. */
function createCooldown() {
  const started = new WeakMap<Element, number>();
  return (element: Element): boolean => {
    const now = performance.now();
    if (now - (started.get(element) ?? -COOLDOWN_MS) < COOLDOWN_MS) return false;
    started.set(element, now);
    return true;
  };
}

const mayGlow = createCooldown();
const mayRoll = createCooldown();

/** Opacity and transforms only: the compositor draws them while the main thread works. */

/** The changed row lights up in the accent and fades; its `::after` is the light. Nothing glows on a screen of the past. */
export function glow(row: HTMLElement): void {
  if (!motionAllowed() || !isOnScreen(row) || row.closest('[data-past="true"]') || !mayGlow(row)) return;
  const light = [{ opacity: 0.34 }, { opacity: 0 }];
  row.animate(light, { duration: GLOW_MS, easing: 'ease-out', pseudoElement: '::after' });
}

/** The new number rises from below. */
export function roll(element: HTMLElement): void {
  if (!motionAllowed() || !isOnScreen(element) || !mayRoll(element)) return;
  const rising = [
    { transform: 'translateY(70%)', opacity: 0 },
    { transform: 'none', opacity: 1 },
  ];
  element.animate(rising, { duration: ROLL_MS, easing: 'ease-out' });
}

/** Moves an element from its former place, `dy` pixels away, to its place; one that rises passes over the others. */
export function animateFrom(element: HTMLElement, dy: number): void {
  const moving = [{ transform: `translateY(${dy}px)` }, { transform: 'none' }];
  const move = element.animate(moving, { duration: MOVE_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' });
  if (dy < 0) return;
  element.style.zIndex = '1';
  move.onfinish = () => element.style.removeProperty('z-index');
}
