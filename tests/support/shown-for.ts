import type { Page } from 'playwright-core';

/**
 * For how long the page shows a success with these words, which `act` brings about, before it goes to another
 * address; in milliseconds. Looked for and measured within the page, from before `act` on: a slow test sees the same
 * as a quick one, also what is gone a moment later.
 */
export async function shownFor(
  page: Page,
  words: string | readonly string[],
  act: () => Promise<unknown>,
): Promise<number> {
  const watch = await page.evaluateHandle((texts) => {
    const { promise: measured, resolve } = Promise.withResolvers<number>();
    const isShown = () =>
      [...document.querySelectorAll('[role="status"]')].some((region) =>
        texts.every((text) => region.textContent.includes(text)),
      );
    let seen = 0;
    const observer = new MutationObserver(() => {
      if (seen === 0 && isShown()) seen = performance.now();
    });
    observer.observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['role'],
    });
    const { pathname } = location;
    const { pushState, replaceState } = history;
    // What is gone is replaced, so that Back does not lead to it.
    for (const step of ['pushState', 'replaceState'] as const) {
      const go = history[step].bind(history);
      history[step] = (...entry) => {
        go(...entry);
        if (seen === 0 || location.pathname === pathname) return;
        Object.assign(history, { pushState, replaceState });
        observer.disconnect();
        resolve(performance.now() - seen);
      };
    }
    return { measured };
  }, [words].flat());
  await act();
  return await watch.evaluate(({ measured }) => measured);
}
