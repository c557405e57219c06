import { describe, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { newId } from '#platform/ids.ts';
import { commandsOf, contextOf, done, smallCompany, TODAY } from '#tests/support/command-world.ts';
import { onEachStore } from '#tests/support/stores.ts';

const sale = { name: 'Fibre', price: '99.90', status: 'Closed', entryDate: TODAY, actorIsManager: false };

onEachStore((stores) => {
  describe('a command sent again with the same id', () => {
    it('records one sale and gives the first answer again', async () => {
      const commands = commandsOf(stores.open());
      const { companyId, employeeId, campaignId } = await smallCompany(commands);
      const ctx = contextOf(companyId, { actorId: employeeId });
      const input = { ...sale, employeeId, campaignId };
      const first = await commands.recordSale(ctx, input);
      expect(first.ok).toBe(true);
      const elsewhere = commandsOf(stores.open());
      for (const process of [commands, elsewhere, commandsOf(stores.open())]) {
        const later = { ...ctx, now: '2026-11-20T15:00:09.000Z' };
        expect(await process.recordSale(later, input)).toEqual(first);
      }
      const { saleId } = await done(commands.recordSale(ctx, input));
      expect(await commands.store.read(streams.sale(companyId, saleId))).toHaveLength(1);
    });

    it('records one sale when 32 arrive at once in two processes', async () => {
      const processes = [commandsOf(stores.open()), commandsOf(stores.open())] as const;
      const { companyId, employeeId, campaignId } = await smallCompany(processes[0]);
      const ctx = contextOf(companyId, { actorId: employeeId });
      const before = await processes[0].store.head();
      const outcomes = await Promise.all(
        Array.from({ length: 32 }, (_, at) =>
          processes[at % 2 ? 1 : 0].recordSale(ctx, { ...sale, employeeId, campaignId }),
        ),
      );
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(outcomes[0]?.ok).toBe(true);
      const after = await processes[0].store.readAll({ after: before, limit: 100 });
      expect(after.filter((event) => event.type === 'SaleRecorded')).toHaveLength(1);
    });

    it('gives the first answer again even if the command would be refused today', async () => {
      const commands = commandsOf(stores.open());
      const { companyId, goalId, employeeId } = await smallCompany(commands);
      const shortLived = { name: 'Flash', commission: 5, goalId, entryDate: TODAY };
      const added = contextOf(companyId);
      const { campaignId } = await done(commands.addCampaign(added, shortLived));
      const ctx = contextOf(companyId, { actorId: employeeId });
      const first = await done(commands.recordSale(ctx, { ...sale, employeeId, campaignId }));
      await done(commands.deleteCampaign(contextOf(companyId), { campaignId }));

      const again = await done(commands.recordSale(ctx, { ...sale, employeeId, campaignId }));
      expect(again).toEqual({ ...first, campaignName: null });
      expect((await done(commands.addCampaign(added, shortLived))).campaignId).toBe(campaignId);
      const unknown = contextOf(companyId, { actorId: employeeId });
      expect(await commands.recordSale(unknown, { ...sale, employeeId, campaignId })).toEqual({
        ok: false,
        code: 'noSuchCampaign',
      });
    });

    it('edits once, and answers with the sale as that edit left it', async () => {
      const commands = commandsOf(stores.open());
      const { companyId, employeeId, campaignId } = await smallCompany(commands);
      const recording = contextOf(companyId, { actorId: employeeId });
      const { saleId } = await done(commands.recordSale(recording, { ...sale, employeeId, campaignId }));
      const edit = (price: number) => ({ saleId, price, status: 'Closed', actorIsManager: false });
      const ctx = contextOf(companyId, { actorId: employeeId });
      const first = await commands.editSale(ctx, edit(10));
      await done(commands.editSale(contextOf(companyId, { actorId: employeeId }), edit(20)));
      expect(await commands.editSale(ctx, edit(10))).toEqual(first);
      const history = await commands.store.read(streams.sale(companyId, saleId));
      expect(history.map((event) => event.type)).toEqual(['SaleRecorded', 'SaleEdited', 'SaleEdited']);
    });

    it('adds and deletes once', async () => {
      const commands = commandsOf(stores.open());
      const { companyId } = await smallCompany(commands);
      const adding = contextOf(companyId);
      const input = { name: 'Extra', hourlySales: 1, entryDate: TODAY };
      const { goalId } = await done(commands.addGoal(adding, input));
      expect((await done(commands.addGoal(adding, input))).goalId).toBe(goalId);
      const deleting = contextOf(companyId);
      const first = await commands.deleteGoal(deleting, { goalId });
      expect(await commands.deleteGoal(deleting, { goalId })).toEqual(first);
      expect((await commands.addGoal(adding, input)).ok).toBe(true);
      const events = await commands.store.read(streams.organization(companyId));
      expect(events.filter((event) => event.type.startsWith('Goal'))).toHaveLength(3);
    });
  });

  describe('a foreign or malformed id', () => {
    it('is answered like an unknown id', async () => {
      const commands = commandsOf(stores.open());
      const mine = await smallCompany(commands);
      const theirs = await smallCompany(commands);
      const ctx = contextOf(mine.companyId, { actorId: mine.employeeId });
      const recording = contextOf(theirs.companyId, { actorId: theirs.employeeId });
      const { saleId } = await done(
        commands.recordSale(recording, {
          ...sale,
          employeeId: theirs.employeeId,
          campaignId: theirs.campaignId,
        }),
      );
      const edit = { status: 'Closed', actorIsManager: true };
      for (const id of [saleId, newId(), '', 'a\u0000', '../x', `${theirs.companyId}_${saleId}`]) {
        const refused = { ok: false, code: 'noSuchSale' };
        expect(await commands.editSale(ctx, { ...edit, saleId: id })).toEqual(refused);
        expect(await commands.deleteSale(ctx, { saleId: id, actorIsManager: true })).toEqual(refused);
      }
      const own = { ...sale, employeeId: mine.employeeId, campaignId: mine.campaignId };
      expect(await commands.recordSale(ctx, { ...own, campaignId: theirs.campaignId })).toMatchObject({
        code: 'noSuchCampaign',
      });
      expect(
        await commands.recordSale(ctx, { ...own, employeeId: theirs.employeeId, actorIsManager: true }),
      ).toMatchObject({ code: 'noSuchEmployee' });
      expect(await commands.deleteGoal(contextOf(mine.companyId), { goalId: theirs.goalId })).toMatchObject({
        code: 'noSuchGoal',
      });
    });
  });

  describe('a shift', () => {
    it('has the local date, and refuses an unknown zone or employee', async () => {
      const commands = commandsOf(stores.open());
      const { companyId, employeeId } = await smallCompany(commands);
      const lateInTokyo = await done(
        commands.login(contextOf(companyId), { employeeId, timeZone: 'Asia/Tokyo' }),
      );
      expect(lateInTokyo.loginDate).toBe('2026-11-21');
      const login = (who: string, timeZone: string) =>
        commands.login(contextOf(companyId), { employeeId: who, timeZone });
      expect(await login(employeeId, 'Mars/Olympus')).toMatchObject({ code: 'invalidTimeZone' });
      expect(await login(newId(), 'UTC')).toMatchObject({ code: 'noSuchEmployee' });
    });
  });
});
