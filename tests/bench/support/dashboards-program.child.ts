import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { localDate } from '#contracts/local-date.ts';
import { readConfig } from '#platform/config.ts';
import { queriesOn } from '#platform/database.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createSessions } from '#services/auth/sessions.ts';
import { startProgram } from '#services/main/program.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { type SeededPerson, seedCompany } from '#tests/support/servers/seed-company.ts';
import { wallClock } from './wall-clock.ts';

/**
 * The whole program with sessions for as many dashboards of one company as the first argument says. Asked for
 * a change, it tells the gateway of a committed row, as the projections do, and answers when it did.
 */
const program = await startProgram(readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'error' }));
const { core, bus } = program;
const company = await seedCompany(core, { associates: 1 });
const [seller] = company.associates as [SeededPerson];
const timeZone = 'America/Toronto';
const day = localDate(new Date().toISOString(), timeZone);

const sold = await core.commands.sales.recordSale(
  contextOf(company.companyId, { actorId: seller.employeeId, now: new Date().toISOString() }),
  {
    employeeId: seller.employeeId,
    campaignId: company.campaigns[0]?.campaignId ?? '',
    entryDate: day,
    actorIsManager: false,
    name: 'Router for the branch office',
    price: '1234.50',
    status: 'Closed',
  },
);
if (!sold.ok) throw new Error(sold.code);
await program.progress.waitFor(sold.position, 10_000);

// Signed in without a password: hashing a thousand of them is not what is measured. Not as the seller, whose own
// figures would go to all of them, too.
const [viewer] = company.managers as [SeededPerson];
const db = queriesOn<ReadModels>(core.pool);
const sessions = createSessions({
  pool: core.pool,
  clock: core.clock,
  scheduler: core.scheduler,
  bus,
  queries: createQueries(db),
});
const person = {
  companyId: company.companyId,
  employeeId: viewer.employeeId,
  timeZone,
  address: '127.0.0.1',
};
const cookies: string[] = [];
for (let at = 0; at < Number(process.argv[2]); at++) {
  cookies.push(`tb_session=${(await sessions.open(person)).token}`);
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

process.on('message', (asked: { memory?: true }) => {
  if (asked.memory) {
    collectGarbage();
    process.send?.({ kilobytes: process.memoryUsage.rss() / 1024 });
    return;
  }
  const startedAt = wallClock();
  bus.publish({
    kind: 'committed',
    position: program.progress.position(),
    changes: [
      {
        model: 'employee-days',
        companyId: company.companyId,
        keys: [{ day, employee_id: seller.employeeId }],
      },
    ],
  });
  process.send?.({ startedAt });
});
process.once('SIGTERM', async () => {
  await program.stop();
  process.exit(0);
});
process.send?.({ url: program.url.replace('http', 'ws'), cookies });
