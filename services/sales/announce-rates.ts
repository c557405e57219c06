import { START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus, ReadModelChange } from '#platform/live/live-bus.port.ts';

export type RateOf = { readonly companyId: string; readonly employeeId: string; readonly loginDate: string };

/**
 * Tells the gateways that the sales per hour of these people and local dates have changed without an event, so that
 * they send the billboard rows again. The message has the position START: it says nothing about the read models.
 */
export function createAnnounceRates(bus: LiveBus) {
  return (rates: readonly RateOf[]): void => {
    if (rates.length === 0) return;
    const byCompany = Map.groupBy(rates, ({ companyId }) => companyId);
    const changes: ReadModelChange[] = [...byCompany].map(([companyId, ofCompany]) => ({
      model: 'rates',
      companyId,
      keys: ofCompany.map(({ employeeId, loginDate }) => ({ employee_id: employeeId, day: loginDate })),
    }));
    bus.publish({ kind: 'committed', position: START, changes });
  };
}
