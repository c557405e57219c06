import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The number of rows that are drawn at once; more would make every change slow. */
export const VISIBLE_ROWS = 200;

type State<Value> = readonly [Value, (value: Value) => void];

/** How many rows of a long list are drawn: those of the state, more on request, all of them on paper. */
export function useVisibleRows([limit, setLimit]: State<number>): { limit: number; more: () => void } {
  const [onPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // The browser prints right after this event, so React must have drawn all rows by then.
    const before = () => flushSync(() => setOnPaper(true));
    const after = () => setOnPaper(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return {
    limit: onPaper ? Number.POSITIVE_INFINITY : limit,
    more: () => setLimit(limit + VISIBLE_ROWS),
  };
}

/** After the last 'Show more', whose button goes, the focus is in the first of the rows that came. Call it with the click. */
export function useFocusOnNew(
  body: RefObject<HTMLElement | null>,
  drawn: number,
  isAll: boolean,
): () => void {
  const first = useRef<number | null>(null);
  useLayoutEffect(() => {
    const row = first.current === null ? null : body.current?.children[first.current];
    first.current = null;
    if (!isAll || !(row instanceof HTMLElement)) return;
    row.tabIndex = -1;
    (row.querySelector<HTMLElement>('a[href], button') ?? row).focus({ preventScroll: true });
  });
  return () => {
    first.current = drawn;
  };
}
