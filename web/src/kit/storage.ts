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

export function removeStorage(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

/** The names that begin so. */
export function storedNames(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Names of stored values that belong to one person begin with this; logging out removes them. */
export const OWN = 'tallyboard.own.';
/**
 * The person that was signed in to this browser last, to open the app without a network; names of the answers they got
 * begin with it. Forgotten when they log out, and when the server says that their session has ended.
 */
export const KEPT_PERSON = `${OWN}employee`;

/** Removes everything under names that begin so. */
export function forgetAll(prefix: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
