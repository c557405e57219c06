import { type RefObject, useLayoutEffect, useRef } from 'react';
import { animateFrom, motionAllowed } from './motion.ts';

/**
 * Children that changed their place in `order`, the keys of the first of them, move there instead of jumping. It measures
 * only when the order changed, and only the children in sight, so that a long list costs no more than a short one.
 */
export function useRankMotion(container: RefObject<HTMLElement | null>, order: string): void {
  const former = useRef<readonly string[] | null>(null);
  useLayoutEffect(() => {
    const [before, keys] = [former.current, order.split(' ')];
    former.current = keys;
    const children = container.current?.children;
    if (!before || !children?.[0] || !motionAllowed()) return;
    const child = (at: number) => children[Math.min(at, children.length - 1)] as HTMLElement;
    const top = (at: number) => child(at).offsetTop;
    const zero = children[0].getBoundingClientRect().top - top(0);
    const start = firstAt(keys.length, (at) => zero + top(at) > -OVER_THE_EDGE);
    const end = firstAt(keys.length, (at) => zero + top(at) >= window.innerHeight);
    const seen = new Set([...keys.slice(start, end), ...before.slice(start, end)]);
    const moves = [...seen].flatMap((key) => {
      const [from, to] = [before.indexOf(key), keys.indexOf(key)];
      // Where the row is that has its former place.
      return from < 0 || to < 0 || from === to ? [] : [{ row: child(to), dy: top(from) - top(to) }];
    });
    for (const { row, dy } of moves) if (dy !== 0) animateFrom(row, dy);
  }, [container, order]);
}

/** The first of `count` places, in the order of the screen, of which this is true; `count` if there is none. */
function firstAt(count: number, isTrue: (at: number) => boolean): number {
  let [start, end] = [0, count];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (isTrue(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}

/** The height in pixels by which a row above the upper edge may still be visible. */
const OVER_THE_EDGE = 200;
