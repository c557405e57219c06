import { expect, it } from 'vitest';
import { commandsOf, contextOf, done, smallCompany, TODAY } from '#tests/support/command-world.ts';
import { onEachStore } from '#tests/support/stores.ts';

const fields = { name: 'Panels', price: 100, status: 'Closed', entryDate: TODAY, actorIsManager: false };

onEachStore((stores) => {
  it('a sale always has the rates that another process has just given its campaign', {
    tags: ['decision-1.10'],
  }, async () => {
    const [office, seller] = [commandsOf(stores.open()), commandsOf(stores.open())];
    const { companyId, campaignId, employeeId } = await smallCompany(office);
    const ctx = () => contextOf(companyId, { actorId: employeeId });
    for (const commission of [1, 2, 3, 4, 5]) {
      await done(office.editCampaign(contextOf(companyId), { campaignId, commission }));
      for (let times = 0; times < 2; times++) {
        const { sale } = await done(seller.recordSale(ctx(), { ...fields, employeeId, campaignId }));
        expect(sale.commissionPercent).toBe(commission);
      }
    }
  });

  it('a campaign or employee added or deleted by another process counts at once', async () => {
    const [office, seller] = [commandsOf(stores.open()), commandsOf(stores.open())];
    const { companyId, campaignId, goalId, employeeId } = await smallCompany(office);
    const sell = (what: { campaignId: string; employeeId: string }) =>
      seller.recordSale(contextOf(companyId, { actorId: what.employeeId }), { ...fields, ...what });
    await done(sell({ campaignId, employeeId }));
    const added = await done(
      office.addCampaign(contextOf(companyId), { name: 'New', commission: 7, goalId, entryDate: TODAY }),
    );
    await done(sell({ campaignId: added.campaignId, employeeId }));
    await done(office.deleteCampaign(contextOf(companyId), { campaignId: added.campaignId }));
    expect(await sell({ campaignId: added.campaignId, employeeId })).toMatchObject({ ok: false });
    await done(office.deleteEmployee(contextOf(companyId), { employeeId }));
    expect(await sell({ campaignId, employeeId })).toMatchObject({ ok: false });
  });
});
