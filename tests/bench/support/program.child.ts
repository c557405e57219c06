import { readConfig } from '#platform/config.ts';
import { startProgram } from '#services/main/program.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';

/**
 * The whole program, as `npm start` runs it, for a benchmark in another process: all roles on its own
 * embedded Postgres below DATA_DIR. Tells the parent where it is and how to be its associates (as many as the
 * first argument says) and its manager.
 */
const associates = Number(process.argv[2] ?? 2);
const program = await startProgram(readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'error' }));
const company = await seedCompany(program.core, { associates, campaigns: [{ name: 'Spring', tax: 13 }] });
await program.progress.waitFor(company.position, 10_000);

async function signIn({ email }: SeededPerson): Promise<string> {
  const client = createHttpClient(program.url);
  const reply = await client.post('/api/login', {
    username: email,
    password: PASSWORD,
    tz: 'America/Toronto',
  });
  if (reply.status !== 200) throw new Error(`sign-in for the benchmark failed: ${reply.status}`);
  const session = [...client.cookies].find(([name]) => name.endsWith('tb_session'));
  if (!session) throw new Error('the sign-in set no session cookie');
  return session.join('=');
}

const cookies: string[] = [];
for (const person of company.associates) cookies.push(await signIn(person));

process.send?.({
  url: program.url,
  cookies,
  sellerIds: company.associates.map(({ employeeId }) => employeeId),
  managerCookie: await signIn(company.managers[0] as SeededPerson),
  campaignId: company.campaigns[0]?.campaignId,
  databaseUrl: program.core.database.url,
});
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
