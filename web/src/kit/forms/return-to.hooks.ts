import { useLocation } from 'react-router-dom';

/**
 * The screens that a person comes from, the last one first: a form that they open to get on with another one leads
 * back to it. It is kept with the entry in the history of the browser.
 */
export function useReturnTo() {
  const { state, pathname } = useLocation() as {
    state: { returnTo?: readonly string[] } | null;
    pathname: string;
  };
  const [back, ...others] = state?.returnTo ?? [];
  return {
    /** Undefined for a form that was opened on its own. */
    back,
    /** The state of the screen that the person returns to. */
    afterBack: { returnTo: others },
    /** The state of a link to a form that leads back here. */
    andBack: { returnTo: [pathname, ...(state?.returnTo ?? [])] },
  };
}
