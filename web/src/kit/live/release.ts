/** The release of this page, which the build wrote into it; null with the development server. */
export function ownRelease(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? null;
}

const KEY = 'tallyboard.releases';
const HOUR_MS = 3_600_000;

type Attempts = Readonly<Record<string, number>>;

/**
 * Whether a page of the release `own` should be loaded again, because the server serves another one. While processes of
 * two releases answer at one address, loading may bring the old page again: each release is tried once an hour.
 */
export function shouldMove(
  own: string | null,
  served: string | null,
  attempts: Attempts,
  now: number,
): boolean {
  if (own === null || served === null || own === served) return false;
  return now - (attempts[served] ?? Number.NEGATIVE_INFINITY) >= HOUR_MS;
}

/** When this tab tried which release, in milliseconds since 1970. */
export function attemptsOfTab(): Attempts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Attempts;
  } catch {
    return {};
  }
}

/** Loads the page again, for the new release. Not in a browser that forbids storage: it could not tell how often. */
export function moveTo(served: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...attemptsOfTab(), [served]: Date.now() }));
  } catch {
    return;
  }
  location.reload();
}
