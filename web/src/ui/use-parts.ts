import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are drawn at once: more make every change slow and nobody reads them. */
export const ROWS_AT_ONCE = 200;

/** How many of a long list are drawn: a part (`atOnce` rows at first), then more of them on request; on paper all. */
export function useParts(atOnce = ROWS_AT_ONCE): { limit: number; more: () => void } {
  const [limit, setLimit] = useState(atOnce);
  const [onPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // The browser takes its picture of the page right after.
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
    more: () => setLimit((drawn) => drawn + ROWS_AT_ONCE),
  };
}
