import type { Kysely } from 'kysely';
import { queriesOn } from '#platform/database.ts';
import { companyAccount } from '#projections/company-account/company-account.queries.ts';
import { namesOf } from '#projections/directory/everybody.queries.ts';
import { history } from '#projections/history/history.projector.ts';
import { momentOf, positionAt } from '#projections/history/history-moments.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { readLag } from '#projections/runner/metrics.ts';
import { createDailySeal, type DailySeal } from '#services/audit/proof/daily-seal.ts';
import { createVerifierSource } from '#services/audit/proof/export-page.ts';
import type { ProofQueries, ProofRoutesDeps } from '#services/audit/proof/proof.routes.ts';
import { createSeals } from '#services/audit/proof/seals.postgres.ts';
import { createVerificationRecords } from '#services/audit/proof/verifications.postgres.ts';
import { createVerifications } from '#services/audit/proof/verifications.ts';
import type { Proof } from '#services/audit/seal/proof.ts';
import { readSealLag } from '#services/audit/seal/seal-lag.ts';
import { createSealLinks } from '#services/audit/seal/seal-links.postgres.ts';
import { createPayers } from '#services/billing/payers.structure.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Core } from '../wiring.ts';

export type ProofDesk = Omit<ProofRoutesDeps, 'queries' | 'clock'>;

type DeskCore = Pick<Core, 'pool' | 'clock' | 'log'> & { readonly proof: Proof };

/** What managers ask about the chain of their company; checks that run here end with `lifecycle`. */
export function openProofDesk(core: DeskCore, lifecycle: Lifecycle): ProofDesk {
  const { pool, log, proof } = core;
  const db = queriesOn<ReadModels>(pool);
  const seals = createSeals(pool);
  const verifications = createVerifications({
    ...{ proof, seals, log },
    records: createVerificationRecords(core),
    momentOf: (companyId, position) => momentOf(db, companyId, position),
  });
  lifecycle.opened('checks of histories', () => verifications.close());
  return { proof, verifications, seals, verifier: createVerifierSource() };
}

export function createProofQueries(db: Kysely<ReadModels>): ProofQueries {
  return {
    momentOf: (companyId, position) => momentOf(db, companyId, position),
    companyName: async (companyId) => (await companyAccount(db, companyId))?.name ?? '',
    employeeName: async (companyId, employeeId) => {
      const [found] = await namesOf(db, companyId, [employeeId]);
      return found && `${found.first_name} ${found.last_name}`;
    },
  };
}

/** The seals of days; `publicUrl` as browsers see us, without a slash at the end. */
export function openDailySeal(
  { pool, store, clock, log, accounts, mail: { outbox } }: Core,
  publicUrl: () => string,
): DailySeal {
  const db = queriesOn<ReadModels>(pool);
  const payers = createPayers({ store });
  return createDailySeal({
    ...{ pool, clock, log, outbox, publicUrl, timeZoneOf: accounts.timeZoneOf, readerOf: payers.payerOf },
    seals: createSeals(pool),
    waitingSince: () => waitingSince(pool, store),
    positionAt: (companyId, instant) => positionAt(db, companyId, instant),
  });
}

/** Of the oldest event that is not sealed yet or not in the table of contents; see `DailySealDeps`. */
async function waitingSince(pool: Core['pool'], store: Core['store']): Promise<string | null> {
  const [known] = await readLag(pool, store, [history]);
  // Nothing is known while the table of contents is being made.
  if (!known) return new Date(0).toISOString();
  const lags = [known, await readSealLag({ links: createSealLinks(pool), store })];
  const seconds = lags.filter(({ positions }) => positions > 0).map((lag) => lag.seconds);
  return seconds.length === 0 ? null : new Date(Date.now() - Math.max(...seconds) * 1000).toISOString();
}
