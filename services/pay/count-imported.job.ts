import { Type } from 'typebox';
import { isAhead } from '#contracts/pay/pay-periods.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { Payroll } from './payroll.ts';

export type CountImportedDeps = {
  readonly queries: Pick<Queries, 'companiesToCount'>;
  readonly payroll: Pick<Payroll, 'countImported'>;
  readonly clock: Clock;
};

/** Every minute: what counts as paid once the first period has begun, or what a killed process left uncounted. */
const countImported = jobType({
  name: 'count-imported-pay',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

export function countImportedJob({ queries, payroll, clock }: CountImportedDeps) {
  return handle(countImported, async (_data, { signal, log }) => {
    const now = clock.now().toISOString();
    for (const { companyId, schedules } of await queries.companiesToCount()) {
      if (signal.aborted) return;
      const [first] = schedules;
      const commandId = newId();
      const ctx = {
        companyId,
        actorId: null,
        commandId,
        correlationId: commandId,
        origin: 'job',
        now,
      } as const;
      if (!first || isAhead(first, now)) continue;
      await payroll
        .countImported(ctx)
        .catch((err) => log.error({ err, companyId }, 'what counts as paid was not counted; others are'));
    }
  });
}
