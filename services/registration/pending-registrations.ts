import type pg from 'pg';
import type { EmployeeCountRange } from '#contracts/company-kinds.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { RegistrationTables } from './registration-tables.ts';

/** The registration form without its passwords, checked. */
export type Registrant = {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** Lower case. */
  readonly email: string;
  readonly employeeCount: EmployeeCountRange;
};

/** A registration whose email is not proven yet. */
export type Pending = {
  readonly companyId: string;
  readonly registrant: Registrant;
  readonly passwordHash: string;
};

/**
 * Registrations that wait for the proof of their email. They are in no account and no event, so they block no email
 * and grant nothing. When an email is proven, its other registrations are dropped.
 */
export function createPendingRegistrations({
  pool,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}) {
  const db = queriesOn<RegistrationTables>(pool);
  const rows = () =>
    db
      .selectFrom('registrations')
      .select(['company_id', 'email', 'first_name', 'last_name', 'company_name', 'employee_count'])
      .select('password_hash');

  return {
    /** False when this company exists already. */
    async add({ companyId, registrant, passwordHash }: Pending): Promise<boolean> {
      const { firstName, lastName, companyName, email, employeeCount } = registrant;
      const added = await db
        .insertInto('registrations')
        .values({
          company_id: companyId,
          email,
          first_name: firstName,
          last_name: lastName,
          company_name: companyName,
          employee_count: employeeCount,
          password_hash: passwordHash,
          registered_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },

    async find(companyId: string): Promise<Pending | null> {
      const row = await rows().where('company_id', '=', companyId).executeTakeFirst();
      return row ? pendingOf(row) : null;
    },

    /** The registrations with an email, the latest first, at most `limit`. */
    async ofEmail(email: string, most: number): Promise<Pending[]> {
      const found = await rows()
        .where('email', '=', email)
        .orderBy('registered_at', 'desc')
        .orderBy('company_id')
        .limit(most)
        .execute();
      return found.map(pendingOf);
    },

    /** The registrations before that instant, the oldest first, at most `limit`. */
    async before(instant: Date, most: number): Promise<Pending[]> {
      const found = await rows()
        .where('registered_at', '<', instant.toISOString())
        .orderBy('registered_at')
        .limit(most)
        .execute();
      return found.map(pendingOf);
    },

    async drop(companyId: string): Promise<void> {
      await db.deleteFrom('registrations').where('company_id', '=', companyId).execute();
    },
  };
}

export type PendingRegistrations = ReturnType<typeof createPendingRegistrations>;

type Row = Omit<RegistrationTables['registrations'], 'registered_at'>;

function pendingOf(row: Row): Pending {
  return {
    companyId: row.company_id,
    registrant: {
      firstName: row.first_name,
      lastName: row.last_name,
      companyName: row.company_name,
      email: row.email,
      // The table holds only values that the form check accepted.
      employeeCount: row.employee_count as EmployeeCountRange,
    },
    passwordHash: row.password_hash,
  };
}
