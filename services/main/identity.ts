import { queriesOn } from '#platform/database.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import { createLimits } from '#platform/limits/limits.postgres.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Person } from '#platform/person.ts';
import { nameForMail } from '#projections/directory/people-by-mail.queries.ts';
import { standingsOf } from '#projections/directory/standings.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createKnownClients, type KnownClients } from '#services/auth/known-clients.ts';
import { createNewPassword, type NewPasswordDeps, type SetNewPassword } from '#services/auth/new-password.ts';
import { createOneTimeCodes, type OneTimeCodes } from '#services/auth/one-time-codes.ts';
import { createSessions, type Sessions } from '#services/auth/sessions.ts';
import { createSignInLimits, type SignInLimits } from '#services/auth/sign-in-limits.ts';
import type { Lifecycle } from './lifecycle.ts';
import { codesByMail } from './mail/account-mail.ts';
import type { Core } from './wiring.ts';

/** Who people are, and what is remembered of their requests. */
export type Identity = {
  readonly sessions: Sessions;
  readonly knownClients: KnownClients;
  readonly signInLimits: SignInLimits;
  readonly limits: Limits;
  readonly codes: OneTimeCodes;
  readonly newPassword: (accounts: NewPasswordDeps['accounts']) => SetNewPassword;
  /** What the product calls a person in a mail; null for who gets none. */
  readonly nameOf: (person: Person) => Promise<string | null>;
  readonly keys: IdempotencyKeys;
};

type IdentityDeps = Pick<Core, 'clock' | 'pool'> & {
  readonly mail: Pick<Core['mail'], 'outbox'>;
  /** Tests of other things let everybody through. */
  readonly limits?: Limits | undefined;
};

export function openIdentity(
  { clock, pool, mail, ...given }: IdentityDeps,
  bus: LiveBus,
  lifecycle: Lifecycle,
): Identity {
  const db = queriesOn<ReadModels>(pool);
  const sessions = createSessions({ pool, clock, bus, standingsOf: (people) => standingsOf(db, people) });
  lifecycle.opened('sessions', sessions.close);
  const knownClients = createKnownClients({ pool, clock });
  const { known } = knownClients;
  const limits = given.limits ?? createLimits({ pool });
  const codes = createOneTimeCodes({ pool, clock, limits, known, send: codesByMail(mail.outbox) });
  return {
    sessions,
    knownClients,
    signInLimits: createSignInLimits({ pool, clock, known }),
    limits,
    codes,
    newPassword: (accounts) => createNewPassword({ pool, codes, accounts, sessions }),
    nameOf: (person) => nameForMail(db, person),
    keys: createPostgresIdempotencyKeys({ pool, now: clock.now }),
  };
}
