import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { systemScheduler } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createPool } from '#platform/database.ts';
import { startProgram } from '#services/main/program.ts';
import { type BigCompanyWish, writeBigCompany } from './big-company.ts';

/**
 * The whole program, as `npm start` runs it, with a big company: its events are written first, its read models
 * are made by the program as it starts. Arguments: the data directory, and the company as JSON. A directory
 * that has the company already is used as it is.
 */
const [folder = '', wish = ''] = process.argv.slice(2);

const database = await openLocalDatabase(folder);
const pool = createPool(database.url);
await migrate(pool);
const { rows } = await pool.query('SELECT FROM events LIMIT 1');
if (rows.length === 0) await writeBigCompany(pool, JSON.parse(wish) as BigCompanyWish);
await pool.end();
await database.stop();

const config = readConfig({ ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' });
const program = await startProgram(config);
// It answers while it builds the read models, though not from them.
while (!(await fetch(`${program.url}/readyz`)).ok) await systemScheduler.pause(500);
process.send?.({ url: program.url });
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
