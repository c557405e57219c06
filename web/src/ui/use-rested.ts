import { useEffect, useRef, useState } from 'react';

/** The value, but at most one change in so many milliseconds: for what is dear to draw. The first comes at once. */
export function useRested<Value>(value: Value, milliseconds: number): Value {
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
