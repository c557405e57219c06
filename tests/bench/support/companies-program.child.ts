import { readConfig } from '#platform/config.ts';
import { startProgram } from '#services/main/program.ts';
import { type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import { sessionOf } from './session-of.ts';

/** The associates and a manager of a company, as cookies. */
export type BenchCompany = {
  readonly associates: readonly string[];
  readonly manager: string;
  readonly campaignId: string;
};

/**
 * The whole program on its own Postgres below DATA_DIR, with a company of so many associates for each argument.
 */
/** Counted as ever, but one person sends here what a thousand do. */
const quotas = { WRITES_PER_COMPANY: '1000000', WRITES_PER_PERSON: '1000000' };
const program = await startProgram(readConfig({ ...process.env, ...quotas, PORT: '0', LOG_LEVEL: 'error' }));
const companies: BenchCompany[] = [];
for (const associates of process.argv.slice(2).map(Number)) {
  const seeded = await seedCompany(program.core, { associates, campaigns: [{ name: 'Spring', tax: 13 }] });
  await program.progress.waitFor(seeded.position, 10_000);
  companies.push({
    associates: await Promise.all(seeded.associates.map((person) => sessionOf(program.url, person))),
    manager: await sessionOf(program.url, seeded.managers[0] as SeededPerson),
    campaignId: seeded.campaigns[0]?.campaignId ?? '',
  });
}
process.send?.({ url: program.url, companies });
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
