import { readConfig } from '#platform/config.ts';
import { hashPassword } from '#services/auth/passwords.ts';
import { startProgram } from '#services/main/program.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { PASSWORD, type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import { sessionOf } from './session-of.ts';

/** An associate of the abused program: what an attack or its victims send. */
export type AbusedPerson = { readonly email: string; readonly id: string; readonly cookie: string };
export type AbusedProgram = {
  readonly url: string;
  /** Of the company that sells in quiet. */
  readonly people: readonly AbusedPerson[];
  /** Of the company that attacks. */
  readonly attacker: AbusedPerson & { readonly manager: string; readonly campaignId: string };
};

const SALES = 3_000;

/**
 * The whole program on its own Postgres below DATA_DIR, behind a proxy that names the addresses of clients. Two companies:
 * one of as many associates as its argument says, and one that attacks, whose history has thousands of events.
 */
const environment = { ...process.env, PORT: '0', LOG_LEVEL: 'error', TRUST_PROXY: '1' };
const program = await startProgram(readConfig(environment));
const { pool } = program.core;
const quiet = await seedCompany(program.core, { associates: Number(process.argv[2]) });
const attacking = await seedCompany(program.core, { associates: 1 });
const position = await sell();
await program.progress.waitFor(position, 60_000);
// Passwords of seeded people are cheap to check; those of real people are not.
await pool.query('UPDATE accounts SET password_hash = $1', [await hashPassword(PASSWORD, 'bench')]);

/** As associates do, so that its files take time. Returns the position of the last sale. */
async function sell(): Promise<number> {
  const [{ employeeId }] = attacking.associates as [SeededPerson];
  let position = 0;
  for (let sold = 0; sold < SALES; sold++) {
    const now = new Date().toISOString();
    const outcome = await program.core.commands.sales.recordSale(
      contextOf(attacking.companyId, { actorId: employeeId, now }),
      {
        ...{ name: 'Router', price: '100', status: 'Closed', employeeId, actorIsManager: false },
        ...{ campaignId: attacking.campaigns[0]?.campaignId ?? '', entryDate: now.slice(0, 10) },
      },
    );
    if (!outcome.ok) throw new Error(outcome.code);
    position = outcome.position;
  }
  return position;
}

const withCookie = async (person: SeededPerson): Promise<AbusedPerson> => ({
  email: person.email,
  id: person.employeeId,
  cookie: await sessionOf(program.url, person),
});
const said: AbusedProgram = {
  url: program.url,
  people: await Promise.all(quiet.associates.map(withCookie)),
  attacker: {
    ...(await withCookie(attacking.associates[0] as SeededPerson)),
    manager: await sessionOf(program.url, attacking.managers[0] as SeededPerson),
    campaignId: attacking.campaigns[0]?.campaignId ?? '',
  },
};
process.send?.(said);
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
