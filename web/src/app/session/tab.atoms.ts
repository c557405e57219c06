import { atom, type WritableAtom } from 'jotai';

/**
 * An atom whose value survives a reload of this tab, and ends with the tab. Not for passwords. `read` makes sure
 * of what stands in the storage, which anybody could have put there; null: start anew.
 */
export function tabAtom<Value extends object>(
  key: string,
  start: Value,
  read: (kept: unknown) => Value | null,
): WritableAtom<Value, [Value], void> {
  const heldAtom = atom<Value | null>(null);
  return atom(
    (get) => get(heldAtom) ?? read(kept(key)) ?? start,
    (_get, set, value: Value) => {
      keep(key, value);
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

function keep(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that forbids storage keeps it until the page is left.
  }
}

/** The texts that stand under these names; null when one of them is none. */
export function readTexts<Name extends string>(
  kept: unknown,
  names: readonly Name[],
): Record<Name, string> | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const given = new Map(Object.entries(kept));
  const texts = names.map((name) => [name, given.get(name)] as const);
  if (!texts.every(([, text]) => typeof text === 'string')) return null;
  return Object.fromEntries(texts) as Record<Name, string>;
}
