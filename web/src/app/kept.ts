/** What this browser keeps of its person's choices. One that forbids storage keeps a choice until the page is left. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the choice holds for this page.
  }
}
