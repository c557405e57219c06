import { buildVerifier } from '#infra/local/web-build.ts';
import { queriesOn } from '#platform/database.ts';
import { CliError } from '#platform/terminal/cli-error.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { companyName, createVerifierSource, employeeName, exported } from '#services/proof/export.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSeals } from '#services/proof/seals.postgres.ts';
import type { Core } from '../wiring.ts';

/**
 * The page of a company, or of one person of it, that checks itself; the same as over the API. Of what is sealed:
 * what nobody has sealed yet is not in it. Throws CliError for a person whom the company never had.
 */
export async function exportedPage(
  core: Core,
  companyId: string,
  personId: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const queries = createQueries(queriesOn<ReadModels>(core.pool));
  const name = personId === undefined ? undefined : await employeeName(queries, companyId, personId);
  if (personId !== undefined && name === undefined)
    throw new CliError(`there is no employee ${personId} in this company`);
  await buildVerifier();
  const header = {
    export: 1,
    companyId,
    companyName: await companyName(queries, companyId),
    person: personId === undefined || name === undefined ? null : { id: personId, name },
    madeAt: core.clock.now().toISOString(),
  } as const;
  const deps = { proof: openChains(core), seals: createSeals(core.pool), verifier: createVerifierSource() };
  return exported(deps, header, signal);
}
