import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one program; each part registers its own, `/metrics` shows them all. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
