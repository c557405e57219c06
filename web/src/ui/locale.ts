const OTHERWISE = 'en-CA';

/** How this person writes numbers and dates, as the browser tells; not every browser tells a language (`en-US@posix`). */
export function locale(told: string | undefined = globalThis.navigator?.language): string {
  try {
    return Intl.getCanonicalLocales(told)[0] ?? OTHERWISE;
  } catch {
    return OTHERWISE;
  }
}
