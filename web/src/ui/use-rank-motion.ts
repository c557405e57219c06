import { type RefObject, useLayoutEffect, useRef } from 'react';
import { animateFrom, motionAllowed } from './motion.ts';

type Places = { order: string; width: number; tops: Map<string, number> };

/**
 * Children with `data-key` that changed their place since the last drawing move there instead of jumping.
 * It measures only when `order` changed, so that a changed number costs no layout; after a change of the width
 * the old places no longer count. Motion outside the visible part is not animated.
 */
export function useRankMotion(container: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef<Places | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    const before = places.current;
    if (!element || before?.order === order) return;
    const children = [...element.children]
      .filter((child) => child instanceof HTMLElement)
      .filter((child) => !isPinned(child));
    const tops = new Map(children.map((child) => [child.dataset.key ?? '', child.offsetTop]));
    const width = element.offsetWidth;
    places.current = { order, width, tops };
    if (before?.width !== width || !motionAllowed()) return;
    const first = children[0];
    const zero = first ? first.getBoundingClientRect().top - first.offsetTop : 0;
    const isSeen = (top: number) => zero + top > -OVER_THE_EDGE && zero + top < window.innerHeight;
    for (const child of children) {
      const key = child.dataset.key ?? '';
      const [from, to] = [before.tops.get(key), tops.get(key) ?? 0];
      if (from === undefined || from === to) continue;
      if (isSeen(from) || isSeen(to)) animateFrom(child, from - to);
    }
  }, [container, order]);
}

/** A pinned row has no place of its own among the others. */
const isPinned = (child: HTMLElement) => child.dataset.pinned !== undefined;

/** The height in pixels by which a row above the upper edge may still be visible. */
const OVER_THE_EDGE = 200;
