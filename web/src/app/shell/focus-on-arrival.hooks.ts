import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** An element as the next drawing of its screen has it again. */
type Place = { readonly href: string | null; readonly name: string; readonly nth: number };

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/**
 * Focuses the content of a new screen, unless the screen focused one of its fields. Back and Forward return to the
 * element that had the focus when the screen was left, also when it is loaded later. The first screen keeps the
 * browser's focus.
 */
export function useFocusOnArrival(id: string): void {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const last = useRef({ pathname, key });
  /** By entry of the browser's history. */
  const places = useRef(new Map<string, Place>());
  const wait = useRef(() => {});

  useLayoutEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    const content = document.getElementById(id);
    if (!content) return;
    const isSame = before.pathname === pathname;
    const kept = places.current.get(isSame && !isReturn ? before.key : key);
    if (kept) places.current.set(key, kept);
    const follow = ({ target }: FocusEvent) => {
      if (target !== content) places.current.set(key, placeOf(target as Element, content));
    };
    content.addEventListener('focusin', follow);
    if (!isSame) {
      wait.current();
      wait.current = arrive(content, isReturn ? kept : undefined);
    }
    return () => content.removeEventListener('focusin', follow);
  }, [pathname, key, id, isReturn]);
}

/** Focuses the place, or the content until it is there. Returns what ends the wait for it. */
function arrive(content: HTMLElement, place: Place | undefined): () => void {
  if (!content.contains(document.activeElement)) content.focus({ preventScroll: true });
  if (!place) return () => undefined;
  let found: HTMLElement | null = null;
  const look = () => {
    // A screen may draw it anew while it loads, or have given the focus to a field of its own.
    const isFree = found ? !found.isConnected : document.activeElement === content;
    if (!isFree) return;
    found = find(place, content) ?? found;
    if (found?.isConnected) found.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  const end = () => {
    observer.disconnect();
    for (const hand of ['keydown', 'mousedown']) document.removeEventListener(hand, end, true);
  };
  observer.observe(content, { subtree: true, childList: true });
  // From then on the person leads.
  for (const hand of ['keydown', 'mousedown']) document.addEventListener(hand, end, true);
  look();
  return end;
}

const nameOf = (element: Element) =>
  element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent.trim();

const isAt = (element: Element, { href, name }: Omit<Place, 'nth'>) =>
  element.getAttribute('href') === href && nameOf(element) === name;

function placeOf(element: Element, content: HTMLElement): Place {
  const like = { href: element.getAttribute('href'), name: nameOf(element) };
  const all = [...content.querySelectorAll(FOCUSABLE)].filter((each) => isAt(each, like));
  return { ...like, nth: Math.max(0, all.indexOf(element)) };
}

function find(place: Place, content: HTMLElement): HTMLElement | null {
  return (
    [...content.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => isAt(each, place))[place.nth] ??
    null
  );
}
