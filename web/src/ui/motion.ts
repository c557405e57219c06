const GLOW_MS = 1200;
const MOVE_MS = 320;

/** False for people who asked their system for less motion, and where there is nothing to animate. */
export function motionAllowed(): boolean {
  return typeof matchMedia === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The row that changed lights up in the accent and rests again. */
export function glow(element: HTMLElement): void {
  if (!motionAllowed()) return;
  element.animate([{ backgroundColor: 'var(--glow)' }, { backgroundColor: 'transparent' }], {
    duration: GLOW_MS,
    easing: 'ease-out',
  });
}

/** Moves an element from where it was `dy` pixels away to where it is now. */
export function moveFrom(element: HTMLElement, dy: number): void {
  element.animate([{ transform: `translateY(${dy}px)` }, { transform: 'none' }], {
    duration: MOVE_MS,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  });
}
