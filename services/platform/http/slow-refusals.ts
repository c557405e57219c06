import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scheduler } from '../clock.ts';
import { networkOf } from '../limits/network.ts';

/** More refusals than a second of one network has when people wait for their turn. */
const AT_ONCE = 20;
const HELD_MS = 1000;

/**
 * An `onSend` hook: of a network that is refused too often (429), the first answers of a second go out at once and all others a
 * second later. A client that hammers gets no faster refusals by that, and each of its connections asks once a second, which
 * leaves the process to others.
 */
export function createSlowRefusals({ now, after }: Pick<Scheduler, 'now' | 'after'>) {
  const refused = new Map<string, number>();
  let began = now();

  function isTooOften(network: string): boolean {
    const at = now();
    if (at - began >= HELD_MS) {
      refused.clear();
      began = at;
    }
    const times = (refused.get(network) ?? 0) + 1;
    refused.set(network, times);
    return times > AT_ONCE;
  }

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    const heldMs = reply.statusCode === 429 && isTooOften(networkOf(request.ip)) ? HELD_MS : 0;
    if (heldMs > 0) after(heldMs, () => done(null, payload));
    else done(null, payload);
  };
}
