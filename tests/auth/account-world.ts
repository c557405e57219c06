import { type Clock, systemClock } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { accountFacts, createCommands } from '#services/main/wiring.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { cheapHash } from '#tests/support/servers/cheap-password.ts';

/** A change of an employee and their account. The same order twice is a retry. */
export type Order = {
  readonly what: 'add' | 'edit' | 'delete';
  readonly companyId: string;
  readonly campaignId: string;
  readonly employeeId: string;
  readonly email: string;
  readonly commandId: string;
};

export const CHOSEN_PASSWORD = 'kept as it was';
const passwordHash = cheapHash(CHOSEN_PASSWORD);

/** Employees and accounts of one process on that database, as the routes use them. */
export function openAccounts(url: string, clock: Clock = systemClock) {
  const pool = createPool(url, { max: 12 });
  const store = createPostgresEventStore({ pool });
  const commands = createCommands(store);
  const accounts = createAccounts({ pool, clock, ...accountFacts(commands) });

  function run({ what, companyId, campaignId, employeeId, email, commandId }: Order) {
    const person = { companyId, employeeId };
    const ctx = contextOf(companyId, { commandId });
    const said = { employeeId, email, role: 'sales associate', campaignId };
    switch (what) {
      case 'add':
        return accounts.admitHashed(person, passwordHash, (claim) =>
          commands.employees.addEmployee(ctx, { ...said, firstName: 'Ada', lastName: 'L' }, claim),
        );
      case 'edit':
        return accounts.move(person, (claim) => commands.employees.editEmployee(ctx, said, claim));
      case 'delete':
        return accounts.dismiss(person, () => commands.employees.deleteEmployee(ctx, { employeeId }));
    }
  }

  return {
    pool,
    commands,
    accounts,
    run,
    async close(): Promise<void> {
      await store.close();
      await pool.end();
    },
  };
}

export type AccountWorld = ReturnType<typeof openAccounts>;
