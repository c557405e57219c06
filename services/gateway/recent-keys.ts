/** Remembers keys for a while. Times are milliseconds of one monotonic clock, handed in so tests need no wait. */
export function createRecentKeys(rememberMs: number) {
  const seen = new Map<string, number>();
  return {
    add(keys: Iterable<string>, now: number): void {
      for (const key of keys) {
        // Taken out first, so that the map stays in order of time.
        seen.delete(key);
        seen.set(key, now);
      }
      for (const [key, at] of seen) {
        if (now - at < rememberMs) break;
        seen.delete(key);
      }
    },
    has(key: string, now: number): boolean {
      const at = seen.get(key);
      return at !== undefined && now - at < rememberMs;
    },
  };
}
