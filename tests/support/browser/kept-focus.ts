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
  let timesFocused = 0;
  addEventListener('focusin', ({ target }) => {
    timesFocused += 1;
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
    if (!last) return;
    const { tagName, id } = last;
    const name = last.getAttribute('aria-label') ?? (last.textContent || id);
    console.error(`${words} <${tagName.toLowerCase()}> ${name}`);
    last = null;
  };
  const afterMessages = (left: number, work: () => void): void => {
    if (left === 0) {
      work();
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => afterMessages(left - 1, work);
    port2.postMessage(null);
  };
  const look = () => {
    isLooking = true;
    const before = timesFocused;
    const lookAgain = () => {
      isLooking = false;
      if (!isLost()) return;
      // When the focus came back meanwhile and was lost again, that is a loss of its own, with its own time.
      if (timesFocused === before) report();
      else look();
    };
    requestAnimationFrame(() => requestAnimationFrame(() => afterMessages(4, lookAgain)));
  };
  new MutationObserver(() => {
    if (!isLooking && isLost()) look();
  }).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

/** The losses among the complaints of a browser. */
export const focusLossesIn = (complaints: readonly string[]) =>
  complaints.filter((text) => text.startsWith(LOST));
