import type { Registry } from 'prom-client';
import { queriesOn } from '#platform/database.ts';
import { derivedId, newId } from '#platform/ids.ts';
import type { Job } from '#platform/jobs/job.ts';
import { createJobRunner } from '#platform/jobs/job-runner.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { sendMailJob, sweepMailJob, tidyUpMailJob } from '#platform/mail/mail.job.ts';
import type { MailSender } from '#platform/mail/mail-sender.ts';
import { openShifts } from '#projections/logs/logs.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { dailySealJob } from '#services/audit/proof/daily-seal.job.ts';
import { settleAccountsJob } from '#services/auth/settle-accounts.job.ts';
import { tidyUpJob } from '#services/auth/tidy-up.job.ts';
import type { Billing } from '#services/billing/billing.ts';
import { sandboxJob } from '#services/billing/sandbox.job.ts';
import { expireRegistrationsJob } from '#services/companies/expire-registrations.job.ts';
import { retentionJob } from '#services/retention/retention.job.ts';
import { refreshSalesPerHourJob } from '#services/sales/refresh-sales-per-hour.job.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { createAnnounceRates } from './announce-rates.ts';
import { openDailySeal } from './audit/proof.ts';
import { APPLY_WAITS, billingJobs, nudgeSeats, watchBilling } from './billing.ts';
import type { HealthCheck } from './health.routes.ts';
import type { Identity } from './identity.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openMailSender } from './mail/mail.ts';
import { openRegistration } from './registration.ts';
import { openRetention } from './retention.ts';
import { openSandbox } from './sandbox.ts';
import type { Core } from './wiring.ts';

/** A container gets ten seconds to stop; what still runs then is taken over by the next worker. */
const DRAIN_MS = 8000;

export type JobsDeps = {
  readonly core: Core;
  readonly bus: LiveBus;
  readonly identity: Identity;
  readonly billing: Billing;
  readonly registry: Registry;
  readonly lifecycle: Lifecycle;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Keeps installations apart that share a Redis. */
  readonly installation: string;
};

/** As whoever has no sender knows that job: by its name. */
const MAIL_WAITS = sendMailJob({ sendDue: () => Promise.reject(new Error('no sender here')) });

/** Every job there is. */
function allJobs({ core, bus, identity, billing, publicUrl }: JobsDeps, mail: MailSender): readonly Job[] {
  const { accounts, clock, commands, pool } = core;
  const db = queriesOn<ReadModels>(pool);
  const sandbox = openSandbox(core);
  return [
    ...(sandbox ? [sandboxJob(sandbox)] : []),
    ...billingJobs(core, billing),
    expireRegistrationsJob({ clock, ...openRegistration(core, billing) }),
    endForgottenShiftsJob({
      clock,
      openShifts: () => openShifts(db),
      endForgotten: commands.shifts.endForgotten,
    }),
    refreshSalesPerHourJob({
      openShifts: () => openShifts(db),
      announceRates: createAnnounceRates(bus),
    }),
    settleAccountsJob(accounts),
    tidyUpJob({ clock, ...identity }),
    sendMailJob(mail),
    sweepMailJob(mail),
    tidyUpMailJob(core.mail.records),
    dailySealJob(openDailySeal(core, publicUrl)),
    retentionJob(openRetention(core)),
  ];
}

/**
 * Runs the jobs where that is a role of this process, and says what `/readyz` has to ask. A process that only
 * answers requests hands its mail over to those that do.
 */
export async function startJobs(deps: JobsDeps): Promise<readonly HealthCheck[]> {
  const { config, database, log, mail } = deps.core;
  const isWorker = config.roles.has('jobs');
  if (!isWorker && !config.roles.has('api')) return [];
  const sending = isWorker ? await openMailSender({ ...deps, ...deps.core, records: mail.records }) : null;
  const queueName = deps.installation;
  const runner = createJobRunner({
    backend: config.redisUrl
      ? { redisUrl: config.redisUrl, queueName }
      : { connectionString: database.url, queueName },
    jobs: sending ? allJobs(deps, sending.sender) : [MAIL_WAITS, APPLY_WAITS],
    log,
    registry: deps.registry,
    role: isWorker ? 'worker' : 'producer',
    timing: { drainMs: DRAIN_MS },
  });
  deps.lifecycle.opened('jobs', () => runner.stop());
  await runner.start();
  mail.nudgeBy((id) => {
    runner.add(MAIL_WAITS, {}, { jobId: derivedId('mail', id) }).catch((err: unknown) => {
      log.debug({ err }, 'nobody told that there is mail; the next sweep finds it');
    });
  });
  deps.core.providerNews.heardBy(() => {
    runner.add(APPLY_WAITS, {}, { jobId: newId() }).catch((err: unknown) => {
      log.debug({ err }, 'nobody told that the payment provider told something; the next sweep finds it');
    });
  });
  if (!sending) return [];
  watchBilling(deps.billing, deps.registry);
  deps.lifecycle.opened('nudges of seats', nudgeSeats(runner, deps.bus, log));
  return [
    {
      name: 'jobs',
      check: async () => {
        if (runner.status() !== 'ready') throw new Error(`${runner.description} is ${runner.status()}`);
        return { backend: runner.description };
      },
    },
    sending.check,
  ];
}
