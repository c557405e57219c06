import { setTimeout as sleep } from 'node:timers/promises';

/** Sends at a steady pace, whatever the answers take, so that a slow one does not hide its successors. */
export async function atPace(perSecond: number, seconds: number, send: (nth: number) => void): Promise<void> {
  const started = performance.now();
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = started + (nth * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    send(nth);
  }
}

/** Resolves when `isSo`; throws after 10 s, because what has not arrived by then was lost. */
export async function eventually(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`);
    await sleep(5);
  }
}
