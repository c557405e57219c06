import { atom, type WritableAtom } from 'jotai';

/**
 * An atom whose value survives a reload of this tab and ends with the tab. Not for passwords. `read` validates the
 * stored value, which other code could have written; null starts with the initial value.
 */
export function sessionStorageAtom<Value extends object>(
  key: string,
  start: Value,
  read: (readItem: unknown) => Value | null,
): WritableAtom<Value, [Value], void> {
  const heldAtom = atom<Value | null>(null);
  return atom(
    (get) => get(heldAtom) ?? read(kept(key)) ?? start,
    (_get, set, value: Value) => {
      writeItem(key, value);
      set(heldAtom, value);
    },
  );
}

function kept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function writeItem(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // In a browser that forbids storage the value lasts until the page is left.
  }
}

/** The texts under these names; null when one of them is no text. */
export function parseTexts<Name extends string>(
  kept: unknown,
  names: readonly Name[],
): Record<Name, string> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const given = new Map(Object.entries(kept));
  const texts = names.map((name) => [name, given.get(name)] as const);
  if (!texts.every(([, text]) => typeof text === 'string')) return null;
  return Object.fromEntries(texts) as Record<Name, string>;
}
