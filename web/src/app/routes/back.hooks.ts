import { useNavigate } from 'react-router-dom';

/** Back to the page before, as long as that is one of ours; else to `otherwise`. Never a dead button. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate(otherwise, { replace: true }));
}

function hasPageBefore(): boolean {
  // Knows pages of this site only. Browsers without it know at least how many steps the router has made.
  if ('navigation' in window) return window.navigation.canGoBack;
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
