const PERIOD_MS = 10_000;
const MOST_MESSAGES = 100;

/** Logs the same message at most every ten seconds: an absent server causes many errors a second. */
export function createLogThrottle(say: (message: string) => void): (message: string) => void {
  const lastSaid = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (lastSaid.get(message) ?? Number.NEGATIVE_INFINITY) < PERIOD_MS) return;
    if (lastSaid.size >= MOST_MESSAGES) lastSaid.clear();
    lastSaid.set(message, now);
    say(message);
  };
}
