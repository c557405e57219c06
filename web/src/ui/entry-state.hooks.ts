import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** In the state of an entry, beside what the router keeps there. */
const PLACE = 'shown';

type EntryState = { readonly [PLACE]?: Readonly<Record<string, unknown>> } | null;

/**
 * State that belongs to an entry of the browser's history: Back, Forward and a reload find it as it was left. `name` is
 * its own on the screen; the value is plain JSON.
 */
export function useEntryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (shownIn(history.state)[name] as Value | undefined) ?? initial);
  // The router writes an entry anew when the address changes, for example with a search text.
  useLocation();
  useEffect(() => {
    const shown = shownIn(history.state);
    if (JSON.stringify(shown[name]) === JSON.stringify(value)) return;
    history.replaceState({ ...history.state, [PLACE]: { ...shown, [name]: value } }, '');
  });
  return [value, setValue];
}

const shownIn = (state: EntryState) => state?.[PLACE] ?? {};
