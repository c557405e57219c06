import { describe, expect, it } from 'vitest';
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
        Array.from({ length: 16 }, (_, at) => {
          const goal = { name: `Goal ${process}.${at}`, hourlySales: 1, entryDate: TODAY };
          return done(commands.addGoal(contextOf(companyId), goal));
        }),
      ),
    );
    const { goals } = await organizationOf(stores.open(), companyId);
    expect(goals).toEqual(new Set(added.map(({ goalId }) => goalId)));
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
  });
});
