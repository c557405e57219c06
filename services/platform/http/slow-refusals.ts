import type { Scheduler } from '../clock.ts';
import { networkOf } from '../limits/network.ts';

/** More refusals than a second of one network has when people wait for their turn. */
const AT_ONCE = 20;
const HELD_MS = 1000;

/**
 * Counts the refusals of each network. Returns how long the next one is to be held: 0 for the first of a second, a second for
 * all others. A client that hammers then asks once a second on each of its connections, which leaves the process to others.
 */
export function createRefusalPace({ now }: Pick<Scheduler, 'now'>): (address: string) => number {
  const refused = new Map<string, number>();
  let began = now();
  return (address) => {
    const at = now();
    if (at - began >= HELD_MS) {
      refused.clear();
      began = at;
    }
    const network = networkOf(address);
    const times = (refused.get(network) ?? 0) + 1;
    refused.set(network, times);
    return times > AT_ONCE ? HELD_MS : 0;
  };
}

/** Sends the refusals of a network that is refused too often a second later. */
export function createSlowRefusals(scheduler: Pick<Scheduler, 'now' | 'after'>) {
  const paceOf = createRefusalPace(scheduler);
  return (address: string, send: () => void): void => {
    const heldMs = paceOf(address);
    if (heldMs > 0) scheduler.after(heldMs, send);
    else send();
  };
}
