import type { BrowserContext } from 'playwright-core';

const LOST = 'The focus was lost with';

/**
 * Writes to the console of every page of this browser when the focus falls to the body although an element had it, and
 * the person has not let go of it by a click on nothing or by Tab at the end of the page. All steps of all tests are
 * watched; a loss that lasts for less than ten looks, a second, is none: on a busy machine a screen takes a moment.
 */
export async function watchFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript((words) => {
    const { setInterval, console } = globalThis;
    let last: Element | null = null;
    let lost = 0;
    let isByHand = false;
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
    setInterval(() => {
      const { activeElement, body } = document;
      // On paper nothing has the focus, and while a screen is loading there is nothing that could have it.
      if (matchMedia('print').matches || !document.querySelector('main, h1, h2, button')) return;
      lost = last && (!activeElement || activeElement === body) ? lost + 1 : 0;
      if (!last || lost < 10) return;
      const { tagName, id } = last;
      console.error(
        `${words} <${tagName.toLowerCase()}> ${last.getAttribute('aria-label') ?? last.textContent ?? id}`,
      );
      last = null;
    }, 100);
  }, LOST);
}

/** The losses among the complaints of a browser. */
export const focusLossesIn = (complaints: readonly string[]) =>
  complaints.filter((text) => text.startsWith(LOST));
