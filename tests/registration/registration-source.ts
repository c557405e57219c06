import { newId } from '#platform/ids.ts';
import type { Core } from '#services/main/wiring.ts';
import { createPendingRegistrations } from '#services/registration/pending-registrations.ts';
import { superEmployeeOf } from '#services/registration/registration-steps.ts';
import { createRegistrationTickets } from '#services/registration/registration-tickets.ts';
import { contextOf, done } from '#tests/support/command-world.ts';

/** The state of a browser during a registration. */
export type RegistrationInHand = {
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
  readonly cookies: Readonly<Record<string, string>>;
};

/** Creates companies in the middle of their registration without calls, so that no limit applies. */
export function createRegistrationSource({
  pool,
  clock,
  commands,
  accounts,
}: Pick<Core, 'pool' | 'clock' | 'commands' | 'accounts'>) {
  const pending = createPendingRegistrations({ pool, clock });
  const tickets = createRegistrationTickets({ pool, clock });
  const named = () => {
    const companyId = newId();
    return { companyId, companyName: `Company ${companyId}`, email: `${companyId}@example.test` };
  };

  return {
    /** The form was sent. */
    async filledIn(): Promise<RegistrationInHand> {
      const company = named();
      const { companyId, companyName, email } = company;
      const names = { firstName: 'Fay', lastName: 'Founder', companyName, email };
      const registrant = { ...names, employeeCount: '0-20' } as const;
      await pending.add({ companyId, registrant, passwordHash: 'nobody signs in with this' });
      return { ...company, cookies: { tb_registrant: await tickets.registered({ companyId, email }) } };
    },

    /** The code was entered. */
    async proven(): Promise<RegistrationInHand> {
      const company = named();
      const { companyId, companyName, email } = company;
      const superEmployeeId = superEmployeeOf(companyId);
      const ctx = () => contextOf(companyId, { now: clock.now().toISOString() });
      const facts = { name: companyName, employeeCount: '0-20', superEmployeeId };
      await accounts.create({ companyId, employeeId: superEmployeeId, email, password: null });
      await done(commands.companies.registerCompany(ctx(), facts));
      await done(commands.companies.verifyCompany(ctx()));
      const person = { employeeId: superEmployeeId, firstName: 'Fay', lastName: 'Founder', email };
      await done(commands.employees.addSuperEmployee(ctx(), person));
      return { ...company, cookies: { tb_registration: await tickets.proven({ companyId, email }) } };
    },

    /** The same in another browser. */
    async provenAgain({ companyId, companyName, email }: RegistrationInHand): Promise<RegistrationInHand> {
      const tb_registration = await tickets.proven({ companyId, email });
      return { companyId, companyName, email, cookies: { tb_registration } };
    },
  };
}
