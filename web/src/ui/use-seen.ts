import { type RefObject, useEffect, useState } from 'react';

/** Some way before it is on the screen, so that it is often there when the person is. */
const NEAR = '200px';

/** Whether the element has been on the screen, or close to it. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const sight = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: NEAR },
    );
    sight.observe(element.current);
    return () => sight.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
