import { existsSync } from 'node:fs';
import { CliError, writeFile } from '#platform/terminal.ts';
import { takeBackup } from '#services/rescue/backup.ts';
import { connectDatabase } from './open-database.ts';
import { archivedLog, ensureThere, eventsIn, figuresNow, runRescue } from './rescue.ts';

/** It holds digests of passwords and sessions. */
const OWNER_ONLY = 0o600;

/**
 * `npm run backup -- <file>`: every fact of the installation in one file, as of one moment, while the program serves.
 * Changes nothing in the database. Exit 0: the file is whole and on the disk, 1: there is none.
 */
await runRescue('npm run backup -- <new file>', async (given, rescue) => {
  const [file] = given;
  if (file === undefined || given.length > 1) return null;
  const { config, surroundings, signal, say } = rescue;
  ensureThere(config);
  if (existsSync(file)) throw new CliError(`${file} exists already. Name another file.`);
  const { owner: pool } = await connectDatabase(config, surroundings);
  const { header, tables, chains } = await takeBackup(
    {
      ...{ pool, events: eventsIn(config), figures: figuresNow, signal },
      archived: archivedLog(config),
      now: surroundings.clock.now().toISOString(),
    },
    (contents) => writeFile(contents, file, signal, { packed: true, mode: OWNER_ONLY }),
  );
  const events =
    header.events === 'eventstoredb'
      ? 'without the events, which are in EventStoreDB: copy those now, with its own tools'
      : `with all events up to position ${header.head?.position ?? 'none'}`;
  say(`${file}: ${tables} tables and the chains of ${chains} companies, ${events}.`);
  return 0;
});
