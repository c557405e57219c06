import { collectDefaultMetrics, Registry } from 'prom-client';

let ofProcess: Registry | undefined;

/**
 * The metrics of one program; each part registers its own, `/metrics` shows them all. Those of the process are
 * collected once for all programs in it: their timers and observers stay for as long as it lives.
 */
export function createMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return Registry.merge([ofProcess]);
}
