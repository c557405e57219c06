import { systemClock, systemScheduler } from '#platform/clock.ts';
import { readConfig, TOYS } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { CliError, readOptions, runMain } from '#platform/terminal.ts';
import {
  findInDatabase,
  findInKey,
  findInLogins,
  findInSettings,
  momentOfBackup,
  tableOf,
} from './doctor.ts';
import { findLogins } from './logins.ts';
import { connectDatabase } from './open-database.ts';
import { ensureThere } from './rescue.ts';

const USAGE = 'npm run doctor [-- --backup <newest file>]';

/**
 * What is missing before people can rely on this installation, and what to do about each. Changes nothing, while the program
 * runs or is stopped. Exit 0: nothing is missing, 1: something is, or it cannot be looked at.
 */
await runMain(async () => {
  const { backup } = readOptions(process.argv.slice(2), { backup: { type: 'string' } }, USAGE);
  // As production reads them, but without its refusals: those are what this lists.
  const rest = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: TOYS.join(',') };
  const config = readConfig({ ...process.env, ...rest });
  ensureThere(config);
  const backupAt = backup === undefined ? undefined : await momentOfBackup(backup);
  if (backup !== undefined && backupAt === undefined) throw new CliError(`${backup} is no backup of ours.`);
  const lifecycle = createLifecycle(createLog('warn'));
  try {
    const scheduler = systemScheduler;
    const database = await connectDatabase(config, { lifecycle, scheduler });
    const { owner } = database;
    const made = await owner.query(`SELECT FROM pg_class WHERE oid = to_regclass('mail_outbox')`);
    if (made.rowCount === 0)
      throw new CliError('The database has no tables of ours. Start the program once.');
    const looking = { owner, given: config.logins, asTheyAre: true, scheduler };
    const findings = [
      ...findInSettings(config, process.env.NODE_ENV, systemClock.now()),
      await findInKey(config),
      findInLogins(await findLogins(database, looking)),
      ...(await findInDatabase(owner, { backupAt, clock: systemClock })),
    ];
    process.stdout.write(`${tableOf(findings)}\n`);
    return findings.some(({ mend }) => mend !== undefined) ? 1 : 0;
  } finally {
    await lifecycle.close();
  }
});
