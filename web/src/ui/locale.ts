const OTHERWISE = 'en-CA';

/** The locale of numbers and dates, from the browser. Some browsers name a language that is none (`en-US@posix`). */
export function locale(tag: string | undefined = globalThis.navigator?.language): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? OTHERWISE;
  } catch {
    return OTHERWISE;
  }
}
