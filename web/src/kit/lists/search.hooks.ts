import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

const PARAMETER = 'q';

/** Marks the entries of the browser history that this hook has written. */
type Typed = { readonly searching?: true };

/**
 * The search text of a list, kept in the address as `?q=`: Back, a reload and a shared link restore it.
 * Typing replaces the entry of the browser history, so that Back leaves the list at once. The text is also held
 * here, because the address follows a moment later and would lose quick keys.
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
