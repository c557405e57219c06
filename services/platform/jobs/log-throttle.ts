const PERIOD_MS = 10_000;
const MOST_MESSAGES = 100;

/** Says the same thing at most every ten seconds: a server that is away fails many times a second. */
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
