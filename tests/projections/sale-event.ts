import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { EventStore, JsonObject } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';

/** A Closed sale of $100.00 with $10.00 commission, for tests that need any sale. */
export function saleFacts(changes: Partial<SaleFacts> = {}): SaleFacts {
  return {
    employeeId: 'ada',
    campaignId: 'spring',
    entryDate: '2026-03-02',
    saleName: 'Desk',
    customerNumber: '42',
    details: '',
    status: 'Closed',
    priceCents: 100_00,
    discountPercent: 0,
    taxPercent: 0,
    commissionPercent: 10,
    commissionCents: 10_00,
    ...changes,
  };
}

/** Appends an event to a sale's stream without any business rule; returns its position. */
export async function appendToSale(
  store: EventStore,
  companyId: string,
  saleId: string,
  event: { readonly type: string; readonly data: unknown },
): Promise<number> {
  const metadata: JsonObject = {
    companyId,
    actorId: null,
    commandId: newId(),
    correlationId: newId(),
    at: '2026-03-02T15:00:00.000Z',
    origin: 'api',
  };
  const { type, data } = event;
  const stored = { id: newId(), type, version: 1, data: data as JsonObject, metadata };
  const appended = await store.append(streams.sale(companyId, saleId), [stored], 'any');
  if (appended.outcome !== 'appended') throw new Error('an append that expects nothing met a conflict');
  return appended.position;
}

export function recordSale(
  store: EventStore,
  companyId: string,
  changes: Partial<SaleFacts> = {},
  saleId = newId(),
): Promise<number> {
  return appendToSale(store, companyId, saleId, {
    type: 'SaleRecorded',
    data: { saleId, sale: saleFacts(changes) },
  });
}
