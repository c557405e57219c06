import { expect, it, vi } from 'vitest';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import { rejected } from '#contracts/result.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import type { Route } from '#platform/http/call.ts';
import { saleChangesRoutes } from './sales.routes.ts';

const caller = { companyId: 'co', employeeId: 'ada', timeZone: 'UTC' };
const ctx = { now: '2026-03-02T14:00:00.000Z', actorId: 'ada' };

/** Records a sale for `employeeId`, while the shift answers like this. */
async function sell(employeeId: string, beginShift: () => Promise<unknown>) {
  const routes = new Map<Endpoint, (call: unknown) => Promise<unknown>>();
  const warn = vi.fn();
  saleChangesRoutes(
    ((endpoint: Endpoint, handler: never) => routes.set(endpoint, handler)) as unknown as Route,
    {
      commands: { recordSale: async () => ({ ok: true, position: 7, value: { sale: {}, saleId: 's' } }) },
      ...{ beginShift, log: { warn }, timeZoneOf: async () => 'UTC' },
    } as never,
  );
  const call = { caller, query: {}, body: { campaignId: 'c', employeeId }, command: () => ctx };
  return { reply: await routes.get(addSale)?.(call), warned: warn.mock.calls.length };
}

it('a sale by its owner begins the shift, and the next read has both', async () => {
  const beginShift = vi.fn(async () => ({ ok: true, position: 8 }));
  expect(await sell('', beginShift)).toMatchObject({ reply: { ok: true, position: 8 }, warned: 0 });
  expect(beginShift).toHaveBeenCalledWith(ctx, {
    employeeId: 'ada',
    timeZone: 'UTC',
    at: undefined,
    reason: 'sale',
  });
});

it('a sale is saved, whatever becomes of the shift', async () => {
  const away = () => Promise.reject(new EventStoreUnavailable('away'));
  expect(await sell('', away)).toMatchObject({ reply: { ok: true, position: 7 }, warned: 1 });
  const refused = async () => rejected('noSuchEmployee');
  expect(await sell('', refused)).toMatchObject({ reply: { ok: true, position: 7 }, warned: 1 });
});
