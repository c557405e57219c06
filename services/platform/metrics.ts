import { collectDefaultMetrics, Registry } from 'prom-client';

let ofProcess: Registry | undefined;

/**
 * The metrics of one program; each part registers its own, and `/metrics` shows them all. Process metrics are
 * collected once for all programs of a process, because their timers and observers stay until it ends.
 */
export function createMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return Registry.merge([ofProcess]);
}
