import { formatPrice } from '#contracts/money.ts';
import { faultText, sealFaultText } from '#contracts/proof/verdict.ts';
import { knownMigrations, prepare } from '#infra/postgres/migrate.ts';
import { sanitizeForTerminal } from '#platform/escape.ts';
import { CliError } from '#platform/terminal.ts';
import { allProjections } from '#projections/all.projections.ts';
import { analyze, rebuild } from '#projections/runner/rebuild.ts';
import { openChains } from '#services/proof/proof.module.ts';
import { createSeals } from '#services/proof/seals.postgres.ts';
import { chainsOf } from '#services/rescue/backup.ts';
import {
  type BackupContents,
  checkBackup,
  forgetMark,
  isRestored,
  restoreFacts,
} from '#services/rescue/restore.ts';
import { connectDatabase } from './open-database.ts';
import { eventsIn, figuresAt, runRescue } from './rescue.ts';
import { type Core, openCore } from './wiring.ts';

/**
 * `npm run restore -- <file>`: a backup into an empty database or data folder, its read models, and the checks of both.
 * Killed before its facts are in, it leaves nothing; killed later, the same command goes on. Exit 0: all is as it was,
 * 2: restored, but not all is as the backup or its seals say, 1: nothing was restored.
 */
await runRescue('npm run restore -- <file>', async (given, rescue) => {
  const [file] = given;
  if (file === undefined || given.length > 1) return null;
  const { config, surroundings, signal, say } = rescue;
  const known = await knownMigrations();
  const checked = await checkBackup(file, { known, events: eventsIn(config), signal });
  const { header, end } = checked;
  say(`${file} is whole: made at ${header.madeAt}, ${end.parts.length} tables, ${eventsOf(checked)}.`);
  const { owner: pool } = await connectDatabase(config, surroundings);
  if (await isRestored(pool, checked)) say('The facts are here already; the checks go on.');
  else {
    await prepare(pool, { to: header.migrations.at(-1), log: surroundings.log });
    await restoreFacts(pool, file, checked, signal);
    say('All facts are in.');
  }
  const core = await openCore(config, surroundings);
  // The backup may be of a time, or of an installation, whose chains have other signatures or none.
  await core.sealKeys.forget();
  const { store } = core;
  const built = await rebuild({ pool, store, projections: allProjections, signal });
  if (!built.ok) throw new CliError(`${built.reason} Run the same command again.`);
  await analyze(pool, allProjections);
  say(`The read models are rebuilt from ${built.events} events.`);
  const found = [...(await differences(core, checked)), ...(await sealFaults(core, signal, say))];
  for (const finding of found) say(sanitizeForTerminal(finding));
  await forgetMark(pool);
  say(found.length === 0 ? 'Restored: all is as it was.' : `Restored, with ${found.length} findings.`);
  return found.length === 0 ? 0 : 2;
});

function eventsOf({ header, end }: BackupContents): string {
  if (header.events === 'eventstoredb') return 'its events are in EventStoreDB';
  const rows = end.parts.find(({ name }) => name === 'events')?.rows ?? 0;
  return `${rows} events up to position ${header.head?.position ?? 'none'}`;
}

/** What is not as the backup noted it. */
async function differences({ pool, store }: Core, { header, end }: BackupContents): Promise<string[]> {
  const found: string[] = [];
  const { head } = header;
  if (head && header.events === 'postgres' && !(await store.has(head)))
    found.push(`The newest event of the backup, at position ${head.position}, is not there.`);
  const client = await pool.connect();
  try {
    const chains = new Map((await chainsOf(client)).map(([id, ...rest]) => [id, String(rest)]));
    for (const [id, ...rest] of end.chains)
      if (chains.get(id) !== String(rest)) found.push(`Company ${id}: its chain does not end as it did.`);
    if (!end.figures) return found;
    const now = await figuresAt(client, end.figures.position);
    const figures = new Map(now.companies.map(([id, ...rest]) => [id, soldText(rest)]));
    for (const [id, ...rest] of end.figures.companies) {
      const there = figures.get(id) ?? soldText([0, 0]);
      if (there !== soldText(rest)) found.push(`Company ${id}: it had ${soldText(rest)}, and has ${there}.`);
    }
    return found;
  } finally {
    client.release();
  }
}

function soldText([closed, cents]: readonly [closed: number, cents: number]): string {
  return `${closed} Closed sales with a commission of ${formatPrice(cents)}`;
}

async function sealFaults(core: Core, signal: AbortSignal, say: (line: string) => void): Promise<string[]> {
  const proof = openChains(core);
  const seals = createSeals(core.pool);
  const found: string[] = [];
  const client = await core.pool.connect();
  const companies = await chainsOf(client).finally(() => client.release());
  let events = 0;
  for (const [companyId] of companies) {
    const verdict = await proof.verifyCompany(companyId, undefined, signal);
    const { unfit } = await seals.compare(companyId);
    events += verdict.events;
    if (verdict.fault) found.push(`Company ${companyId}: ${faultText(verdict.fault)}`);
    if (unfit) found.push(`Company ${companyId}: ${sealFaultText(unfit.day)}`);
  }
  if (found.length === 0)
    say(`Of ${companies.length} companies, ${events} events are as sealed, and so are all daily seals.`);
  return found;
}
