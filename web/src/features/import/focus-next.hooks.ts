import { useAtom } from 'jotai';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusNextAtom } from './import.atoms.ts';

/** The element that takes the focus when its turn comes; `find` chooses one in it. */
export function useFocusNext<Element extends HTMLElement>(
  name: string,
  find: (element: Element) => HTMLElement | null = (element) => element,
): RefObject<Element | null> {
  const [next, setNext] = useAtom(focusNextAtom);
  const element = useRef<Element>(null);
  const isNext = next === name;
  useLayoutEffect(() => {
    if (!isNext || !element.current) return;
    find(element.current)?.focus();
    setNext(null);
  });
  return element;
}
