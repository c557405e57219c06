import { existsSync } from 'node:fs';
import { faultText } from '#contracts/proof/verdict.ts';
import { readEmail } from '#contracts/text.ts';
import { knownMigrations } from '#infra/postgres/migrate.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError, writeFile } from '#platform/terminal.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { signEndOf } from '#services/proof/seal/require-signatures.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { type CompanyEnd, exportCompany } from '#services/rescue/company-export.ts';
import { checkCompany, ensureRoom, importCompany } from '#services/rescue/company-import.ts';
import type { Client } from '#services/rescue/facts.ts';
import { catchUp, companyOf } from './audit-commands.ts';
import { archivedLog, ensureThere, eventsIn, type RescueRun, runRescue } from './rescue.ts';
import { type Core, openCore } from './wiring.ts';

const USAGE = 'npm run company -- export <admin email> <new file> | import <file>';

/** It holds digests of passwords. */
const OWNER_ONLY = 0o600;

/**
 * `npm run company -- export | import`: one company with all it has, as one file, into another installation. Both may
 * serve meanwhile. A killed import leaves nothing. Exit 0: done, 2: imported, but not as the file or its seals say,
 * 1: nothing was done.
 */
await runRescue(USAGE, async ([command, ...given], rescue) => {
  if (command === 'export' && given.length === 2) return exportTo(given[0] ?? '', given[1] ?? '', rescue);
  if (command === 'import' && given.length === 1) return importFrom(given[0] ?? '', rescue);
  return null;
});

async function exportTo(given: string, file: string, rescue: RescueRun): Promise<number> {
  const email = readEmail(given);
  if (email === null) throw new CliError(`The company is named by the email of its admin, not "${given}".`);
  ensureThere(rescue.config);
  if (existsSync(file)) throw new CliError(`${file} exists already. Name another file.`);
  const core = await openCore(onPostgres(rescue), rescue.surroundings);
  const company = {
    pool: core.database.owner,
    companyId: await companyOf(core, email),
    archived: archivedLog(rescue.config),
  };
  const { chain } = await exportCompany(
    { ...company, now: core.clock.now().toISOString(), signal: rescue.signal },
    (contents) => writeFile(contents, file, rescue.signal, { packed: true, mode: OWNER_ONLY }),
  );
  rescue.say(`${file}: company ${company.companyId}, ${chainText(chain)}.`);
  return 0;
}

async function importFrom(file: string, rescue: RescueRun): Promise<number> {
  const { surroundings, signal, say } = rescue;
  const config = onPostgres(rescue);
  const checked = await checkCompany(file, await knownMigrations(), signal);
  const core = await openCore(config, surroundings);
  await ensureRoom(core.database.owner, checked.header);
  const { readByAll } = core;
  const signEnd = (client: Client, id: string) => signEndOf(createSealLinks(client), core.sealKeys, id);
  await importCompany(core.database.owner, file, checked, { readByAll, signEnd }, signal);
  const { companyId } = checked.header;
  say(`Company ${companyId} is in.`);
  await catchUp(core, signal);
  const fault = await faultOf(core, companyId, checked.end.chain, signal);
  say(
    fault ? sanitizeForTerminal(fault) : `Its screens are ready; ${chainText(checked.end.chain)}, as sealed.`,
  );
  return fault ? 2 : 0;
}

function onPostgres({ config }: RescueRun) {
  if (eventsIn(config) === 'postgres') return config;
  throw new CliError(
    'A company moves between installations with their events in Postgres, not with EVENTSTORE_URL.',
  );
}

/** What of the company is not as it was sealed; null for nothing. */
async function faultOf(
  core: Core,
  companyId: string,
  chain: CompanyEnd['chain'],
  signal: AbortSignal,
): Promise<string | null> {
  const { fault } = await openChains(core).verifyCompany(companyId, undefined, signal);
  if (fault) return faultText(fault);
  const { rowCount } = await core.database.owner.query(
    `SELECT FROM seal_links WHERE company_id = $1 AND number = $2 AND encode(link, 'hex') = $3`,
    [companyId, chain?.events, chain?.link],
  );
  return chain && rowCount !== 1 ? 'Its chain does not hold the link at which it was exported.' : null;
}

function chainText(chain: CompanyEnd['chain']): string {
  return chain ? `its chain has ${chain.events} events and ends with ${chain.link}` : 'without a chain';
}
