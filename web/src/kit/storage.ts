/** The choices that this browser stores. If it forbids storage, a choice lasts until the page is left. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is left.
  }
}

/** Names of stored values that belong to one person begin with this; logging out removes them. */
export const OWN = 'tallyboard.own.';

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

export function forgetOwn(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(OWN)) storage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
