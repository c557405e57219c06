import { describe, expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import { companyOfStream } from '#contracts/events/streams.ts';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import {
  type Commands,
  commandsOf,
  contextOf,
  done,
  smallCompany,
  TODAY,
} from '#tests/support/command-world.ts';
import { onEachStore, type Stores } from '#tests/support/stores.ts';
import { organizationOf } from './organization-state.ts';

const RACES = 64;
/** They come in waves, as many at once; more would lose against each other too often. */
const DELETIONS = 100;
const AT_ONCE = 10;

/** Two processes, so that the order does not depend on the locks of one process alone. */
function twoProcesses(stores: Stores): [Commands, Commands] {
  return [commandsOf(stores.open()), commandsOf(stores.open())];
}

onEachStore((stores) => {
  it('sixteen processes change one company at once, and none is refused', async () => {
    const processes = Array.from({ length: 16 }, () => commandsOf(stores.open()));
    const companyId = newId();
    const added = await Promise.all(
      processes.flatMap((commands, process) =>
        Array.from({ length: 4 }, (_, at) => {
          const goal = { name: `Goal ${process}.${at}`, hourlySales: 1, entryDate: TODAY };
          return done(commands.addGoal(contextOf(companyId), goal));
        }),
      ),
    );
    const { goals } = await organizationOf(stores.open(), companyId);
    expect(goals).toEqual(new Set(added.map(({ goalId }) => goalId)));
  });

  it('edits of a company fail no append of another that sells in the same batches', {
    tags: ['reliability-45'],
  }, async () => {
    const editor = commandsOf(stores.open());
    const store = stores.open();
    const lost: string[] = [];
    /** Resolves when the busy company was edited, after a sale of it was decided and before any is appended. */
    let edited = Promise.withResolvers<unknown>();
    let edit: (() => Promise<unknown>) | undefined;
    const append: typeof store.append = async (stream, ...rest) => {
      if (companyOfStream(stream) === busy.companyId) {
        edited.resolve(edit?.());
        edit = undefined;
      }
      await edited.promise;
      const verdict = await store.append(stream, ...rest);
      if (verdict.outcome === 'conflict') lost.push(companyOfStream(stream) ?? '');
      return verdict;
    };
    const seller = commandsOf({ ...store, append });
    const [busy, steady] = [await smallCompany(editor), await smallCompany(editor)];
    const sell = ({ companyId, employeeId, campaignId }: typeof busy) =>
      done(
        seller.recordSale(contextOf(companyId, { actorId: employeeId }), {
          ...{ name: 'Roof', price: 100, status: 'Closed', employeeId, campaignId },
          ...{ entryDate: TODAY, actorIsManager: false },
        }),
      );
    for (let wave = 1; wave <= 20; wave++) {
      edited = Promise.withResolvers();
      const changed = { employeeId: busy.employeeId, hours: wave % 9 };
      edit = () => done(editor.setStandingDuration(contextOf(busy.companyId), changed));
      await Promise.all([busy, steady, busy, steady].map(sell));
      expect(lost.filter((companyId) => companyId === busy.companyId).length).toBeGreaterThanOrEqual(wave);
    }
    expect(lost).not.toContain(steady.companyId);
  });

  describe('deleting something that another command is about to use', () => {
    it(`${RACES} times a goal and a campaign: never a campaign without its goal`, {
      tags: ['decision-3.3'],
    }, async () => {
      const [one, other] = twoProcesses(stores);
      const companyId = newId();
      const goals = await Promise.all(
        Array.from({ length: RACES }, (_, at) =>
          done(one.addGoal(contextOf(companyId), { name: `Goal ${at}`, hourlySales: 1, entryDate: TODAY })),
        ),
      );
      const results = await Promise.all(
        goals.map(async ({ goalId }, at) => {
          const [remover, builder] = at % 2 ? [one, other] : [other, one];
          const input = { name: `Campaign ${at}`, commission: 10, goalId, entryDate: TODAY };
          return Promise.all([
            remover.deleteGoal(contextOf(companyId), { goalId }),
            builder.addCampaign(contextOf(companyId), input),
          ]);
        }),
      );
      for (const [removed, built] of results) {
        expect([removed.ok, built.ok].filter(Boolean)).toHaveLength(1);
        if (!removed.ok) expect(removed.code).toBe('goalHasCampaigns');
        if (!built.ok) expect(['noSuchGoal', 'goalNeededFirst']).toContain(built.code);
      }
      const left = await organizationOf(one.store, companyId);
      expect(left.campaigns.size).toBe(results.filter(([, built]) => built.ok).length);
      expect(left.goals.size).toBe(left.campaigns.size);
    });

    it(`${RACES} times a campaign and an employee: never an employee without a campaign`, {
      tags: ['decision-3.4'],
    }, async () => {
      const [one, other] = twoProcesses(stores);
      const { companyId, goalId } = await smallCompany(one);
      const campaigns = await Promise.all(
        Array.from({ length: RACES }, (_, at) =>
          done(
            one.addCampaign(contextOf(companyId), {
              name: `Campaign ${at}`,
              commission: 10,
              goalId,
              entryDate: TODAY,
            }),
          ),
        ),
      );
      const results = await Promise.all(
        campaigns.map(async ({ campaignId }, at) => {
          const [remover, builder] = at % 2 ? [one, other] : [other, one];
          return Promise.all([
            remover.deleteCampaign(contextOf(companyId), { campaignId }),
            builder.addEmployee(contextOf(companyId), {
              firstName: 'Nth',
              lastName: `${at}`,
              email: `nth${at}@example.com`,
              role: 'sales associate',
              campaignId,
            }),
          ]);
        }),
      );
      for (const [removed, hired] of results) {
        expect([removed.ok, hired.ok].filter(Boolean)).toHaveLength(1);
        if (!removed.ok) expect(removed.code).toBe('campaignHasEmployees');
        if (!hired.ok) expect(hired.code).toBe('noSuchCampaign');
      }
      const left = await organizationOf(one.store, companyId);
      const hirings = results.filter(([, hired]) => hired.ok).length;
      expect(left.employees.size).toBe(1 + hirings);
      expect(left.campaigns.size).toBe(1 + hirings);
    });

    it(`${DELETIONS} times a campaign and its sales: none is recorded in it or moved to it behind its deletion`, {
      tags: ['decision-3.4'],
    }, async () => {
      const processes = twoProcesses(stores);
      const [one, other] = processes;
      const { companyId, goalId, campaignId: left, employeeId } = await smallCompany(one);
      const acknowledged: string[] = [];
      const sell = async (commands: Commands, campaignId: string) => {
        const sale = { name: 'A sale', price: '10', status: 'Closed' };
        const input = { employeeId, campaignId, entryDate: TODAY, actorIsManager: true, ...sale };
        const outcome = await commands.recordSale(contextOf(companyId), input);
        if (outcome.ok) acknowledged.push(outcome.value.saleId);
        return outcome;
      };
      const { saleId } = await done(sell(one, left));
      const move = (commands: Commands, campaignId: string) =>
        commands.editSale(contextOf(companyId), {
          saleId,
          campaignId,
          status: 'Closed',
          actorIsManager: true,
        });

      for (let deleted = 0; deleted < DELETIONS; deleted += AT_ONCE) {
        const campaigns = await Promise.all(
          Array.from({ length: AT_ONCE }, async (_, at) => {
            const input = { name: `Campaign ${deleted + at}`, commission: 10, goalId, entryDate: TODAY };
            return (await done(one.addCampaign(contextOf(companyId), input))).campaignId;
          }),
        );
        for (const commands of processes) await done(sell(commands, left));
        await Promise.all(
          campaigns.flatMap((campaignId) => [
            ...processes.map((commands) => sell(commands, campaignId)),
            done(one.deleteCampaign(contextOf(companyId), { campaignId })),
            ...processes.map((commands) => sell(commands, campaignId)),
            move(other, campaignId),
          ]),
        );
      }

      const found = await salesBehindDeletions(other.store, companyId);
      expect(found).toMatchObject({ deletions: DELETIONS, behind: [] });
      expect(new Set(found.sales)).toEqual(new Set(acknowledged));
    });
  });
});

/** What the log says of the campaigns of a company, and the sales that it has in one that was deleted before. */
async function salesBehindDeletions(store: EventStore, companyId: string) {
  const deleted = new Set<string>();
  const behind: string[] = [];
  const sales: string[] = [];
  for await (const page of store.readCompany(companyId, { after: START, to: await store.head() })) {
    for (const { type, data, position } of page.map(decodeEvent)) {
      if (type === 'CampaignDeleted') deleted.add(data.campaignId);
      if (type === 'SaleRecorded') sales.push(data.saleId);
      const enters =
        type === 'SaleRecorded'
          ? data.sale.campaignId
          : type === 'SaleEdited' && data.after.campaignId !== data.before.campaignId
            ? data.after.campaignId
            : undefined;
      if (enters !== undefined && deleted.has(enters)) behind.push(`${type} at ${position}`);
    }
  }
  return { deletions: deleted.size, sales, behind };
}
