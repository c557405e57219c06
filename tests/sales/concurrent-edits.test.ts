import { expect, it } from 'vitest';
import { commissionCents } from '#contracts/commission.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { commandsOf, contextOf, done, smallCompany, TODAY } from '#tests/support/command-world.ts';
import { onEachStore } from '#tests/support/stores.ts';

onEachStore((stores) => {
  it('64 edits of one sale from two processes end in one unbroken history', async () => {
    const processes = [commandsOf(stores.open()), commandsOf(stores.open())] as const;
    const [one] = processes;
    const { companyId, employeeId, campaignId } = await smallCompany(one);
    const ctx = () => contextOf(companyId, { actorId: employeeId });
    const fields = { name: 'Fibre', price: 1, status: 'Lead', entryDate: TODAY, actorIsManager: false };
    const { saleId } = await done(one.recordSale(ctx(), { ...fields, employeeId, campaignId }));

    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, at) => {
        // Half of them change the price and half the customer: none may undo another's field.
        const field = at % 2 ? { price: 100 + at } : { customerNumber: `C-${at}` };
        const commands = processes[at % 4 < 2 ? 0 : 1];
        return commands.editSale(ctx(), { saleId, status: 'Closed', actorIsManager: false, ...field });
      }),
    );
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);

    const history = (await one.store.read(streams.sale(companyId, saleId))).map(decodeEvent);
    expect(history).toHaveLength(65);
    let present: SaleFacts | undefined;
    for (const event of history) {
      if (event.type === 'SaleRecorded') present = event.data.sale;
      if (event.type !== 'SaleEdited') continue;
      expect(event.data.before).toEqual(present);
      expect(event.data.after.commissionCents).toBe(commissionCents(event.data.after));
      present = event.data.after;
    }
    expect(present?.priceCents).toBeGreaterThan(100);
    expect(present?.customerNumber).not.toBe('');
  });
});
