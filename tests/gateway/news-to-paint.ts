import type { Page } from 'playwright-core';

/** Milliseconds from news in the browser to the picture that shows it. */
export type NewsToPaint = {
  readonly best: number;
  readonly median: number;
  readonly worst: number;
  readonly pictures: number;
};

/** Before the page is opened: takes the time of every change of the billboard that comes, and of the picture after it. */
export async function timeNews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waits: number[] = [];
    let heard: number | null = null;
    let waiting = false;
    Object.assign(globalThis, { waits });
    const hear = ({ data }: MessageEvent) => {
      if (String(data).includes('"topic":"billboard"')) heard ??= performance.now();
    };
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', hear);
      }
    };
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      if (heard !== null) waits.push(performance.now() - heard);
      heard = null;
      waiting = false;
    };
    // Runs after the frame in which what was written is drawn.
    const drawn = () => requestAnimationFrame(() => after.port2.postMessage(null));
    new MutationObserver((changes) => {
      if (heard === null || waiting) return;
      waiting = changes.some(({ target }) => target.parentElement?.closest('tbody'));
      if (waiting) drawn();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What was timed since the last call. */
export async function newsToPaint(page: Page): Promise<NewsToPaint> {
  const waits = await page.evaluate<number[]>('waits.splice(0)');
  const sorted = waits.sort((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { best: at(0), median: at(0.5), worst: at(1), pictures: sorted.length };
}
