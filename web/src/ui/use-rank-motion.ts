import { type RefObject, useLayoutEffect, useRef } from 'react';
import { motionAllowed, moveFrom } from './motion.ts';

type Places = { order: string; width: number; tops: Map<string, number> };

/**
 * Children with `data-key` that changed their place since the last drawing move there instead of jumping.
 * Measures only when `order` changed, so a change of a number costs no layout; after a change of width the
 * old places mean nothing.
 */
export function useRankMotion(container: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef<Places | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    const before = places.current;
    if (!element || before?.order === order) return;
    const children = [...element.children].filter((child) => child instanceof HTMLElement);
    const tops = new Map(children.map((child) => [child.dataset.key ?? '', child.offsetTop]));
    const width = element.offsetWidth;
    places.current = { order, width, tops };
    if (before?.width !== width || !motionAllowed()) return;
    for (const child of children) {
      const key = child.dataset.key ?? '';
      const distance = (before.tops.get(key) ?? 0) - (tops.get(key) ?? 0);
      if (before.tops.has(key) && distance !== 0) moveFrom(child, distance);
    }
  }, [container, order]);
}
