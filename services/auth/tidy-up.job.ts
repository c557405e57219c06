import { Type } from 'typebox';
import type { Clock } from '#platform/clock.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { defineJob } from '#platform/jobs/job.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const DAY_MS = 24 * 3_600_000;
/** Nobody repeats a request after so long; its command id would still make one command of it. */
const KEYS_KEPT_MS = 3 * DAY_MS;
/** Ended sessions say from where somebody used to sign in, see sign-in-limits.ts. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;

export type TidyUpDeps = {
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  limits: Pick<SignInLimits, 'forget'>;
  keys: Pick<IdempotencyKeys, 'forget'>;
};

/** Every hour: forgets sessions, sign-in failures and Idempotency-Keys that no longer matter. */
export function tidyUpJob({ clock, sessions, limits, keys }: TidyUpDeps) {
  return defineJob({
    name: 'tidy-up',
    data: Type.Object({}),
    schedule: { every: 3_600_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 10_000 },
    async handler(_data, { log }) {
      const now = clock.now().getTime();
      const forgotten = {
        sessions: await sessions.forget(new Date(now - SESSIONS_KEPT_MS)),
        limits: await limits.forget(),
        keys: await keys.forget(new Date(now - KEYS_KEPT_MS)),
      };
      log.debug(forgotten, 'tidied up');
    },
  });
}
