import { useEffect, useRef, useState } from 'react';

/** The value with at most one change per interval, for values that are expensive to draw. The first change shows at once. */
export function useThrottled<Value>(value: Value, milliseconds: number): Value {
  const [shown, setShown] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const show = () => {
      last.current = performance.now();
      setShown(() => value);
    };
    const timer = setTimeout(show, last.current + milliseconds - performance.now());
    return () => clearTimeout(timer);
  }, [value, shown, milliseconds]);
  return shown;
}
