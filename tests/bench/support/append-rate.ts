import { randomUUID } from 'node:crypto';
import type { Contender } from './append-contenders.ts';

export const IN_FLIGHT = 32;
/** A stream grows to so many events before the next begins: edits are appends with a revision, too. */
const EVENTS_PER_STREAM = 4;

/** Appends per second, with each of the 32 sending its next when the last is durable. */
export async function appendRate(contender: Contender, milliseconds: number): Promise<number> {
  const start = performance.now();
  let appended = 0;
  const worker = async () => {
    while (performance.now() - start < milliseconds) {
      const stream = randomUUID();
      for (let nth = 0; nth < EVENTS_PER_STREAM; nth++) await contender.append(stream, nth);
      appended += EVENTS_PER_STREAM;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (appended / (performance.now() - start)) * 1000;
}
