import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The number of rows that are drawn at once; more would make every change slow. */
export const VISIBLE_ROWS = 200;

/** How many rows of a long list are drawn: `initialRows` at first, more on request, all of them on paper. */
export function useVisibleRows(initialRows = VISIBLE_ROWS): { limit: number; more: () => void } {
  const [limit, setLimit] = useState(initialRows);
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
    more: () => setLimit((drawn) => drawn + VISIBLE_ROWS),
  };
}
