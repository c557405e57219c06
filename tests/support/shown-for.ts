import type { Page } from 'playwright-core';

/**
 * For how long the page shows `message`, which `act` brings about, before it goes to another address; in
 * milliseconds. Measured within the page, so that a slow test sees the same as a quick one.
 */
export async function shownFor(page: Page, message: string, act: () => Promise<unknown>): Promise<number> {
  const measuring = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let seen = 0;
        const observer = new MutationObserver(() => {
          if (seen === 0 && document.body.textContent.includes(text)) seen = performance.now();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
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
      }),
    message,
  );
  const [milliseconds] = await Promise.all([measuring, act()]);
  return milliseconds;
}
