import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { shortcutsAtom } from './appearance.atoms.ts';
import { paths } from './paths.ts';
import { loadAhead } from './screens.ts';

/** A moment after the first screen is there, so that it waits for nothing. */
const AHEAD_MS = 1500;

export function useScreensAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadAhead, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** `n` opens the form for a new sale, unless the person is writing or has switched shortcuts off. */
export function useNewSaleKey(): void {
  const isOn = useAtomValue(shortcutsAtom);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
        return;
      event.preventDefault();
      void navigate(paths.newSale);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, navigate]);
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** A new screen takes the focus, unless it has put it somewhere itself; the first one leaves it to the page. */
export function useFocusOnArrival(id: string): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const content = document.getElementById(id);
    if (!content?.contains(document.activeElement)) content?.focus();
    window.scrollTo(0, 0);
  }, [pathname, id]);
}
