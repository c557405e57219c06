const OTHERWISE = 'en-CA';

/** The locale of numbers, from the browser. Some browsers name a language that is none (`en-US@posix`). */
export function locale(tag: string | undefined = globalThis.navigator?.language): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? OTHERWISE;
  } catch {
    return OTHERWISE;
  }
}

/**
 * The locale of dates and times: words in the language of the interface, with the order and the clock of the person's
 * region: `21 Nov 2026, 14:05` for `de-DE`.
 */
export function dateLocale(tag: string = locale()): string {
  const { region } = new Intl.Locale(tag).maximize();
  const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  return new Intl.Locale('en', { region, hourCycle }).toString();
}
