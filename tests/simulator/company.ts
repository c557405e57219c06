import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { derivedId } from '#platform/ids.ts';
import type { Principal } from '#platform/principal.ts';
import { createCommands } from '#services/main/wiring.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { SELLERS } from './plan.ts';

/** Of the sellers: a day has a midnight in each. */
const ZONES = ['America/Toronto', 'Europe/Berlin', 'Asia/Kathmandu'];

/** A company with a goal, a campaign and managers who sell. */
export async function foundCompany(companyId: string, databaseUrl: string, now: string) {
  const pool = createPool(databaseUrl, { max: 2 });
  const store = createPostgresEventStore({ pool });
  const commands = createCommands(store);
  let command = 0;
  const ctx = () => contextOf(companyId, { now, commandId: derivedId(companyId, command++) });
  const entryDate = now.slice(0, 10);
  const { goalId } = await done(commands.goals.addGoal(ctx(), { name: 'Steady', hourlySales: 2, entryDate }));
  const campaign = { name: 'Solar', commission: 10, tax: 13, goalId, entryDate };
  const { campaignId } = await done(commands.campaigns.addCampaign(ctx(), campaign));
  const people: Principal[] = [];
  for (let person = 0; person < SELLERS; person++) {
    const employeeId = derivedId(companyId, 'person', person);
    const names = { firstName: `Person${person}`, lastName: 'Test', email: `${employeeId}@example.test` };
    await done(
      commands.employees.addEmployee(ctx(), {
        ...names,
        employeeId,
        role: 'manager',
        campaignId,
        shiftDuration: 8,
      }),
    );
    const rights = {
      role: 'manager',
      type: 'employee',
      timeZone: ZONES[person % ZONES.length] as string,
      subscriptionIsActive: true,
    } as const;
    people.push({ sessionId: employeeId, employeeId, companyId, ...rights });
  }
  await store.close();
  await pool.end();
  return { campaignId, people };
}
