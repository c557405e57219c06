import { type Clock, systemClock } from '#platform/clock.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { queriesOn } from '#platform/database.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { openRegistration } from '#services/main/registration.ts';
import type { Proven } from '#services/registration/prove-email.ts';
import type { Registered } from '#services/registration/register-company.ts';
import { openBillingWorld } from '#tests/billing/billing-world.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { hashCheaply } from '#tests/support/servers/cheap-password.ts';

/** A step of a registration. The same order twice is a retry. */
export type RegistrationOrder = {
  readonly what: 'register' | 'prove';
  readonly email: string;
  readonly companyName: string;
  readonly commandId: string;
};

export const REGISTRANTS_PASSWORD = 'Quiet.otter7';

/** Registrations of one process on that database, as the routes use them. */
export function openRegistrations(url: string, clock: Clock = systemClock) {
  const world = openBillingWorld(url, { clock });
  const registration = openRegistration(
    {
      ...world,
      queries: createQueries(queriesOn<ReadModels>(world.pool)),
      hash: hashCheaply,
      config: { payments: { kind: 'sandbox' } },
    },
    world.billing,
  );

  async function run(order: RegistrationOrder): Promise<CommandOutcome<Registered | Proven>> {
    const { what, email, companyName, commandId } = order;
    const ctx = contextOf('registration', { commandId, now: clock.now().toISOString() });
    if (what === 'prove') return registration.proof.prove(ctx, email, null);
    const names = { firstName: 'Grace', lastName: 'Hopper', companyName, email };
    const registrant = { ...names, employeeCount: '0-20' } as const;
    return registration.register(ctx, { registrant, password: REGISTRANTS_PASSWORD }, null);
  }

  return { ...world, registration, run };
}

export type RegistrationsWorld = ReturnType<typeof openRegistrations>;
