import { Type } from 'typebox';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Queries } from '#projections/all.queries.ts';
import { type ClaimsMailDeps, createClaimsMail } from './claims.mail.ts';

/** What is older was mailed, or is no news any more. */
const NEWS_DAYS = 2;

/** Every minute: what a process that was killed right after an event of a claim left untold. */
const mailClaims = jobType({
  name: 'mail-claims',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

type Deps = ClaimsMailDeps & { readonly queries: Pick<Queries, 'claimNews'>; readonly clock: Clock };

/** Mails the latest news of each claim, if that was not done; the people of the demo company have no mailbox. */
export function mailClaimsJob(deps: Deps) {
  const tell = createClaimsMail(deps);
  return handle(mailClaims, async (_data, { signal }) => {
    const since = new Date(deps.clock.now().getTime() - NEWS_DAYS * DAY_MS).toISOString();
    const news = await deps.queries.claimNews(since);
    for (const [companyId, its] of Map.groupBy(news, ({ company_id }) => company_id)) {
      if (signal.aborted) return;
      const positions = its.map(({ position }) => position);
      if (companyId !== DEMO_COMPANY_ID) await tell(companyId, positions, since);
    }
  });
}
