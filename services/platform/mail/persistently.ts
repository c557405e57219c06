import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../database.ts';

const TRIES = 6;
const FIRST_REST_MS = 100;

/** Repeats `work` through a short absence of the database, some six seconds; rethrows what remains. */
export async function persistently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDatabaseAway(error)) throw error;
      await sleep(FIRST_REST_MS * 2 ** tries);
    }
  }
}
