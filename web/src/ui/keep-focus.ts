/**
 * Once loaded, keeps the focus in the page when its element goes, such as a closed message or a deleted row: the focus moves to what
 * stands there now, else to what is before it. Without this it falls to the body, and people who use a keyboard or a
 * screen reader begin at the top again.
 */
function keepFocus(): void {
  let last = document.activeElement;
  let address = location.pathname;
  let isByHand = false;

  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
    address = location.pathname;
  });
  // A press on nothing and Tab at the end of the page let go of the focus: right after the event, before the release.
  const press = (event: Event) => {
    isByHand = !(event instanceof KeyboardEvent) || event.key === 'Tab';
  };
  const release = () => {
    isByHand = false;
  };
  for (const hand of ['mousedown', 'keydown']) document.addEventListener(hand, press, true);
  for (const hand of ['mouseup', 'keyup']) document.addEventListener(hand, release, true);
  document.addEventListener('focusout', () => {
    if (isByHand) last = null;
  });

  new MutationObserver((records) => {
    const gone = last;
    if (!gone || hasFocus() || canFocus(gone)) return;
    // A new screen has it in its content.
    const place = address === location.pathname ? placeOf(gone, records) : ANYWHERE;
    afterEffects(() => {
      if (last === gone && !hasFocus()) focusAt(place);
    });
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

/** Whether the element is there, visible and enabled. */
const canFocus = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled, [inert] *');

/** React's effects have run by then: a component that sets the focus itself goes first. */
function afterEffects(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  let hops = 2;
  port1.onmessage = () => {
    hops -= 1;
    if (hops > 0) port2.postMessage(null);
    else work();
  };
  port2.postMessage(null);
}

/** Where an element was: what was before and after it, in what contained it and is still there. */
type Place = { readonly parent: Node; readonly before: Node | null; readonly after: Node | null };

const ANYWHERE: Place = { parent: document.body, before: null, after: null };

function placeOf(gone: Node, records: readonly MutationRecord[]): Place {
  if (gone.isConnected) return { parent: gone, before: null, after: null };
  const record = records.findLast(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(gone)),
  );
  if (!record) return ANYWHERE;
  const { target: parent, previousSibling: before, nextSibling: after } = record;
  return parent.isConnected ? { parent, before, after } : placeOf(parent, records);
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

function focusAt({ parent, before, after }: Place): void {
  const near = parent instanceof Element ? parent : parent.parentElement;
  const content = document.querySelector('main') ?? document.querySelector('h1')?.parentElement;
  const scope = near?.closest<HTMLElement>('dialog[open], main') ?? content;
  // The next screen is on its way, and the next change of the page tries again.
  if (!scope) return;
  const around = scope.contains(parent)
    ? [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canFocus)
    : [];
  const isAfter = (element: Node): boolean => {
    if (after?.isConnected) return after.contains(element) || isBehind(after, element);
    if (before?.isConnected) return !before.contains(element) && isBehind(before, element);
    return parent.contains(element) || isBehind(parent, element);
  };
  const target = around.find(isAfter) ?? around.at(-1) ?? scope;
  if (target === scope && !scope.hasAttribute('tabindex')) scope.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const isBehind = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

keepFocus();

export {};
