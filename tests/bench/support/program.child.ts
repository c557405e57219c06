import { readConfig } from '#platform/config.ts';
import { startProgram } from '#services/main/program.ts';
import { type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import { sessionOf } from './session-of.ts';

/**
 * The whole program, as `npm start` runs it, for a benchmark in another process: all roles on its own
 * embedded Postgres below DATA_DIR. Tells the parent where it is and how to be its associates (as many as the
 * first argument says) and its manager.
 */
const associates = Number(process.argv[2] ?? 2);
/** Counted as ever, but one person sends here what a thousand do. */
const quotas = { WRITES_PER_COMPANY: '1000000', WRITES_PER_PERSON: '1000000' };
const program = await startProgram(readConfig({ ...process.env, ...quotas, PORT: '0', LOG_LEVEL: 'error' }));
const company = await seedCompany(program.core, { associates, campaigns: [{ name: 'Spring', tax: 13 }] });
await program.progress.waitFor(company.position, 10_000);

const cookies: string[] = [];
for (const person of company.associates) cookies.push(await sessionOf(program.url, person));

process.send?.({
  url: program.url,
  cookies,
  sellerIds: company.associates.map(({ employeeId }) => employeeId),
  managerCookie: await sessionOf(program.url, company.managers[0] as SeededPerson),
  campaignId: company.campaigns[0]?.campaignId,
  databaseUrl: program.core.database.url,
});
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
