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
/** Of these: the last answers of the server. */
export const OWN_ANSWERS = `${OWN}answer `;

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Removes everything under names that begin so. */
export function forgetAll(prefix: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
