import { useEffect, useState } from 'react';

const TICK_MS = 5_000;

/** The current time, at most a few seconds late. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
