import type { Registry } from 'prom-client';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import { derivedId, newId } from '#platform/ids.ts';
import type { Job } from '#platform/jobs/job.ts';
import { createJobRunner } from '#platform/jobs/job-runner.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { sendMail, sendMailJob, sweepMailJob, tidyUpMailJob } from '#platform/mail/mail.job.ts';
import type { MailSender } from '#platform/mail/mail-sender.ts';
import { settleAccountsJob, tidyUpJob } from '#services/auth/auth.job.ts';
import type { Identity } from '#services/auth/auth.module.ts';
import { applyProviderEvents, sandboxJob } from '#services/billing/billing.job.ts';
import { type Billing, billingJobs, nudgeSeats, watchBilling } from '#services/billing/billing.module.ts';
import { mailClaimsJob } from '#services/claims/claims.job.ts';
import { openShiftsBesideLoad } from '#services/demo/demo-company.ts';
import { noteAccessJob } from '#services/history/access.job.ts';
import { runImportsJob } from '#services/import/imports.ts';
import { countImportedJob } from '#services/pay/count-imported.job.ts';
import { mailPaydayJob } from '#services/pay/payday.job.ts';
import { dailySealJob } from '#services/proof/daily-seal.job.ts';
import { expireRegistrationsJob } from '#services/registration/expire-registrations.job.ts';
import { retentionJob } from '#services/retention/retention.job.ts';
import { createAnnounceRates, refreshSalesPerHourJob } from '#services/sales/refresh-sales-per-hour.job.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { openMailSender } from './mail.ts';
import { openSandbox } from './payments.ts';
import { openRegistration } from './registration.ts';
import { openPeople, openRetention } from './retention.ts';
import { type Core, dailySealOf } from './wiring.ts';

/** A container gets ten seconds to stop. The next worker takes over the jobs that still run then. */
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

/** Every job. */
function allJobs({ core, bus, identity, billing, publicUrl }: JobsDeps, mail: MailSender): readonly Job[] {
  const { accounts, clock, commands } = core;
  const { openShifts } = core.queries;
  const sandbox = openSandbox(core);
  return [
    ...(sandbox ? [sandboxJob(sandbox)] : []),
    ...billingJobs({ ...core, billing }),
    expireRegistrationsJob({ clock, ...openRegistration(core, billing) }),
    endForgottenShiftsJob({
      clock,
      openShifts: openShiftsBesideLoad(core.queries),
      endForgotten: commands.shifts.endForgotten,
    }),
    refreshSalesPerHourJob({
      openShifts,
      announceRates: createAnnounceRates(bus),
    }),
    runImportsJob(core.imports),
    countImportedJob(core),
    mailPaydayJob({ ...core, outbox: core.mail.outbox, publicUrl }),
    mailClaimsJob({ ...core, ...accounts, outbox: core.mail.outbox, publicUrl }),
    settleAccountsJob(accounts),
    tidyUpJob({ clock, ...identity }),
    noteAccessJob({ clock, notes: identity.access, note: commands.access.note }),
    sendMailJob(mail),
    sweepMailJob(mail),
    tidyUpMailJob(core.mail.records),
    dailySealJob(dailySealOf(core, publicUrl)),
    retentionJob(openRetention(core), {
      ...openPeople(core),
      keyTrials: () => core.trials.convert(core.database.owner),
    }),
  ];
}

/**
 * Runs the jobs if this process has that role, and returns its checks for `/readyz`. A process that only answers
 * requests adds jobs for the others to run.
 */
export async function startJobs(deps: JobsDeps): Promise<readonly HealthCheck[]> {
  const { config, database, log, mail, scheduler } = deps.core;
  const isWorker = config.roles.has('jobs');
  if (!isWorker && !config.roles.has('api')) return [];
  const sending = isWorker
    ? await openMailSender({ ...deps, ...deps.core, mailing: database.mailing, records: mail.records })
    : null;
  const queueName = deps.installation;
  const runner = createJobRunner({
    backend: config.redisUrl
      ? { redisUrl: config.redisUrl, queueName }
      : { connectionString: database.programUrl, owner: database.owner, queueName },
    ...(sending
      ? { role: 'worker', jobs: allJobs(deps, sending.sender) }
      : { role: 'producer', types: [sendMail, applyProviderEvents] }),
    log,
    scheduler,
    registry: deps.registry,
    timing: { drainMs: DRAIN_MS },
  });
  deps.lifecycle.opened('jobs', () => runner.stop());
  await runner.start();
  mail.nudgeBy((id) => {
    runner.add(sendMail, {}, { jobId: derivedId('mail', id) }).catch((err: unknown) => {
      log.debug({ err }, 'nobody told that there is mail; the next sweep finds it');
    });
  });
  deps.core.providerEvents.onStored(() => {
    runner.add(applyProviderEvents, {}, { jobId: newId() }).catch((err: unknown) => {
      log.debug({ err }, 'the job for a stored webhook was not added; its schedule finds the webhook');
    });
  });
  if (!sending) return [];
  watchBilling(deps.billing, deps.registry);
  const nudges = nudgeSeats({ jobs: runner, bus: deps.bus, log, scheduler });
  deps.lifecycle.opened('nudges of seats', nudges);
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
