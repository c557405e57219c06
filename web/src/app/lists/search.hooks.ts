import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

const PARAMETER = 'q';

/** Marks an entry of the history that this hook has written. */
type Typed = { readonly searching?: true };

/**
 * What a list is searched for, kept in the address as `?q=`: who comes back, reloads or gets the link finds it
 * again. Typing replaces the entry of the history, so that Back leaves the list at once. The text is held here,
 * too: the address follows a moment later, which would swallow quick keys.
 */
export function useSearchText(): [text: string, search: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const inAddress = parameters.get(PARAMETER) ?? '';
  const [text, setText] = useState(inAddress);
  const isOwn = (state as Typed | null)?.searching ?? false;

  useEffect(() => {
    if (!isOwn) setText(inAddress);
  }, [isOwn, inAddress]);

  const search = (wanted: string) => {
    setText(wanted);
    const next = new URLSearchParams(parameters);
    if (wanted) next.set(PARAMETER, wanted);
    else next.delete(PARAMETER);
    setParameters(next, { replace: true, state: { searching: true } satisfies Typed });
  };
  return [text, search];
}
