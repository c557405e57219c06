import { Type } from 'typebox';
import type { Clock } from '#platform/clock.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { defineJob } from '#platform/jobs/job.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import type { KnownClients } from './known-clients.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
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
  knownClients: Pick<KnownClients, 'forget'>;
  signInLimits: Pick<SignInLimits, 'forget'>;
  limits: Pick<Limits, 'forget'>;
  codes: Pick<OneTimeCodes, 'forget'>;
  keys: Pick<IdempotencyKeys, 'forget'>;
};

/** Every hour: forgets what no longer matters of sessions, devices, codes, limits and Idempotency-Keys. */
export function tidyUpJob({ clock, sessions, knownClients, signInLimits, limits, codes, keys }: TidyUpDeps) {
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
        devices: await knownClients.forget(),
        failures: await signInLimits.forget(),
        limits: await limits.forget(),
        codes: await codes.forget(),
        keys: await keys.forget(new Date(now - KEYS_KEPT_MS)),
      };
      log.debug(forgotten, 'tidied up');
    },
  });
}
