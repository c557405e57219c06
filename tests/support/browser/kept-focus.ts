const LOST = 'The focus was lost with';

/** For `addInitScript` of a browser: it watches each page that the browser opens. */
export const focusWatch = [watch, LOST] as const;

/**
 * Writes to the console of a page when the focus falls to the body although an element had it, and the person has not
 * let go of it by a click on nothing or by Tab at the end of the page. All steps of all tests are watched. It is a loss
 * when it outlasts two frames and the messages by which the app sets the focus after them, however slow the machine is.
 */
function watch(words: string): void {
  const { requestAnimationFrame, MessageChannel, console } = globalThis;
  let last: Element | null = null;
  let isByHand = false;
  let isLooking = false;
  addEventListener('focusin', ({ target }) => {
    last = target === document.body ? null : (target as Element);
  });
  // A link to a part of the page: the browser goes on from there by itself.
  addEventListener('hashchange', () => {
    last = null;
  });
  const press = (event: Event) => {
    isByHand = !(event instanceof KeyboardEvent) || event.key === 'Tab';
  };
  const release = () => {
    isByHand = false;
  };
  for (const hand of ['mousedown', 'keydown']) addEventListener(hand, press, true);
  for (const hand of ['mouseup', 'keyup']) addEventListener(hand, release, true);
  addEventListener('focusout', () => {
    if (isByHand) last = null;
  });
  // On paper nothing has the focus, and while a screen is loading there is nothing that could have it.
  const isLost = () =>
    last !== null &&
    (document.activeElement ?? document.body) === document.body &&
    !matchMedia('print').matches &&
    document.querySelector('main, h1, h2, button') !== null;
  const report = () => {
    isLooking = false;
    if (!last || !isLost()) return;
    const { tagName, id } = last;
    const name = last.getAttribute('aria-label') ?? last.textContent ?? id;
    console.error(`${words} <${tagName.toLowerCase()}> ${name}`);
    last = null;
  };
  const afterMessages = (left: number): void => {
    if (left === 0) {
      report();
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => afterMessages(left - 1);
    port2.postMessage(null);
  };
  new MutationObserver(() => {
    if (isLooking || !isLost()) return;
    isLooking = true;
    requestAnimationFrame(() => requestAnimationFrame(() => afterMessages(4)));
  }).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

/** The losses among the complaints of a browser. */
export const focusLossesIn = (complaints: readonly string[]) =>
  complaints.filter((text) => text.startsWith(LOST));
