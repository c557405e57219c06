import { Type } from 'typebox';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import type { Accounts } from './accounts.ts';
import type { EmailLinks } from './email-links.ts';
import type { KnownClients } from './known-clients.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SecondSteps } from './second-steps.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** A sale waits on a device for at most seven days; later the command id would still make one command of it. */
const KEYS_KEPT_MS = 8 * DAY_MS;
/** Ended sessions tell which networks a person signed in from, see known-clients.ts. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;

export type TidyUpDeps = {
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  knownClients: Pick<KnownClients, 'forget'>;
  signInLimits: Pick<SignInLimits, 'forget'>;
  limits: Pick<Limits, 'forget'>;
  codes: Pick<OneTimeCodes, 'forget'>;
  passkeys: Pick<Passkeys, 'forget'>;
  links: Pick<EmailLinks, 'forget'>;
  factors: Pick<SecondFactors, 'forget'>;
  steps: Pick<SecondSteps, 'forget'>;
  keys: Pick<IdempotencyKeys, 'forget'>;
};

/** Every hour: drops what has expired, and sessions, passkeys and factors of deleted people. */
const tidyUp = jobType({
  name: 'tidy-up',
  data: Type.Object({}),
  schedule: { every: 3_600_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 10_000 },
});

export function tidyUpJob(deps: TidyUpDeps) {
  const { clock, sessions, knownClients, signInLimits, limits, codes, passkeys, links, keys } = deps;
  return handle(tidyUp, async (_data, { log }) => {
    const now = clock.now().getTime();
    const forgotten = {
      sessions: await sessions.forget(new Date(now - SESSIONS_KEPT_MS)),
      devices: await knownClients.forget(),
      failures: await signInLimits.forget(),
      limits: await limits.forget(),
      codes: await codes.forget(),
      passkeys: await passkeys.forget(),
      links: await links.forget(),
      factors: await deps.factors.forget(),
      steps: await deps.steps.forget(),
      keys: await keys.forget(new Date(now - KEYS_KEPT_MS)),
    };
    log.debug(forgotten, 'tidied up');
  });
}

/** Every minute: completes changes of accounts that were interrupted. */
const settleAccounts = jobType({
  name: 'settle-accounts',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function settleAccountsJob({ settleAbandoned }: Pick<Accounts, 'settleAbandoned'>) {
  return handle(settleAccounts, async (_data, { log, signal }) => {
    const people = await settleAbandoned(signal);
    if (people > 0) log.info({ people }, 'completed interrupted account changes');
  });
}
