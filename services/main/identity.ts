import { queriesOn } from '#platform/database.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { standingsOf } from '#projections/directory/standings.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createSessions, type Sessions } from '#services/auth/sessions.ts';
import { createSignInLimits, type SignInLimits } from '#services/auth/sign-in-limits.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Core } from './wiring.ts';

/** Who people are, and what is remembered of their requests. */
export type Identity = {
  readonly sessions: Sessions;
  readonly limits: SignInLimits;
  readonly keys: IdempotencyKeys;
};

export function openIdentity({ clock, pool }: Core, bus: LiveBus, lifecycle: Lifecycle): Identity {
  const db = queriesOn<ReadModels>(pool);
  const sessions = createSessions({ pool, clock, bus, standingsOf: (people) => standingsOf(db, people) });
  lifecycle.opened('sessions', sessions.close);
  return {
    sessions,
    limits: createSignInLimits({ pool, clock }),
    keys: createPostgresIdempotencyKeys({ pool, now: clock.now }),
  };
}
