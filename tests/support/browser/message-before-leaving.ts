import type { Page } from 'playwright-core';

/**
 * Expects that `act` makes the page show this success before it goes to another address. The page itself watches for
 * it from before `act`, so that a slow test also sees a message that disappears quickly.
 */
export async function expectMessageBeforeLeaving(
  page: Page,
  words: string | readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const watch = await page.evaluateHandle((texts) => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const isShown = () =>
      [...document.querySelectorAll('[role="status"]')].some((region) =>
        texts.every((text) => region.textContent.includes(text)),
      );
    let seen = false;
    const observer = new MutationObserver(() => {
      seen ||= isShown();
    });
    observer.observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['role'],
    });
    const { pathname } = location;
    const { pushState, replaceState } = history;
    // The address is replaced, so that Back does not lead to it.
    for (const step of ['pushState', 'replaceState'] as const) {
      const go = history[step].bind(history);
      history[step] = (...entry) => {
        go(...entry);
        if (!seen || location.pathname === pathname) return;
        Object.assign(history, { pushState, replaceState });
        observer.disconnect();
        resolve();
      };
    }
    return { left };
  }, [words].flat());
  await act();
  await watch.evaluate(({ left }) => left);
}
