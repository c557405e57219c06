import { buildVerifier } from '#infra/local/web-build.ts';
import { queriesOn } from '#platform/database.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { AuditProblem } from '#services/audit/audit.args.ts';
import { exported } from '#services/audit/proof/export.ts';
import { createVerifierSource } from '#services/audit/proof/export-page.ts';
import { createSeals } from '#services/audit/proof/seals.postgres.ts';
import type { Core } from '../wiring.ts';
import { createProofQueries } from './proof.ts';
import { openChains } from './sealing.ts';

/**
 * The page of a company, or of one person of it, that checks itself; the same as over the API. Of what is sealed:
 * what nobody has sealed yet is not in it. Throws AuditProblem for a person whom the company never had.
 */
export async function exportedPage(
  core: Core,
  companyId: string,
  personId: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const queries = createProofQueries(queriesOn<ReadModels>(core.pool));
  const name = personId === undefined ? undefined : await queries.employeeName(companyId, personId);
  if (personId !== undefined && name === undefined)
    throw new AuditProblem(`there is no employee ${personId} in this company`);
  await buildVerifier();
  const header = {
    export: 1,
    companyId,
    companyName: await queries.companyName(companyId),
    person: personId === undefined || name === undefined ? null : { id: personId, name },
    madeAt: core.clock.now().toISOString(),
  } as const;
  const deps = { proof: openChains(core), seals: createSeals(core.pool), verifier: createVerifierSource() };
  return exported(deps, header, signal);
}
