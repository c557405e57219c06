import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics of the live dashboards. */
export function createGatewayMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ['topic'] as const;
  return {
    sockets: new Gauge({
      name: 'tallyboard_live_sockets',
      help: 'Dashboards connected to this process',
      registers,
    }),
    pushes: new Counter({
      name: 'tallyboard_live_pushes_total',
      help: 'Changes pushed, once per room however many listen',
      labelNames,
      registers,
    }),
    snapshots: new Counter({
      name: 'tallyboard_live_snapshots_total',
      help: 'Snapshots sent, counted per viewer',
      labelNames,
      registers,
    }),
    coalesced: new Counter({
      name: 'tallyboard_live_coalesced_rows_total',
      help: 'Rows that changed again before they were pushed',
      labelNames,
      registers,
    }),
    resyncs: new Counter({
      name: 'tallyboard_live_resyncs_total',
      help: 'Snapshots that clients asked for after a gap',
      labelNames,
      registers,
    }),
    slow: new Counter({
      name: 'tallyboard_live_slow_clients_total',
      help: 'Clients left out because they read too slowly, and those cut off in the end',
      labelNames: ['outcome'] as const,
      registers,
    }),
    refused: new Counter({
      name: 'tallyboard_live_refused_total',
      help: 'Connections refused or closed: foreign origin, no session, inactive subscription, too many connections or messages',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
