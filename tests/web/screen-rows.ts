import { daysBefore, localDate } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { SalesTeam } from '#tests/support/sales-team.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, type SeededCompany, type SeededPerson } from '#tests/support/servers/seed-company.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';

/** A company without an active subscription: its people reach only the screens that pay again. */
export async function stoppedCompany(program: TestProgram): Promise<SeededCompany> {
  const company = await program.seedCompany({ name: 'Dimmed Lights', associates: 1 });
  const { companyId, owner } = company;
  const cancelled = await program.core.commands.subscriptions.cancelSubscription(
    contextOf(companyId, { actorId: owner.employeeId, origin: 'billing', now: new Date().toISOString() }),
    { refundCents: 0 },
  );
  if (!cancelled.ok) throw new Error(cancelled.code);
  if (!(await program.progress.waitFor(cancelled.position, MAX_WAIT_MS)))
    throw new Error('projections stand still');
  return company;
}

/** A new company: only its super employee. */
export async function emptyCompany({ core, progress }: TestProgram): Promise<SeededPerson> {
  const { commands, accounts } = core;
  const [companyId, employeeId] = [newId(), newId()];
  const email = `first.${companyId}@example.test`;
  const ctx = () => contextOf(companyId, { origin: 'registration', now: new Date().toISOString() });
  const name = { firstName: 'Ada', lastName: 'Byron', email, employeeNumber: '1', role: 'manager' };
  const begun = [
    await commands.employees.addSuperEmployee(ctx(), { ...name, employeeId, shiftDuration: 8 }),
    await commands.companies.registerCompany(ctx(), {
      name: `Blank ${companyId}`,
      employeeCount: '0-20',
      superEmployeeId: employeeId,
    }),
    await commands.companies.verifyCompany(ctx()),
    await commands.subscriptions.startSubscription(ctx(), {
      provider: 'sandbox',
      providerSubscriptionId: `sub_${companyId}`,
      status: 'active',
      trialEndsAt: null,
      nextBillingAt: null,
      seats: 1,
    }),
  ];
  for (const outcome of begun) if (!outcome.ok) throw new Error(outcome.code);
  await accounts.create({ email, employeeId, companyId, password: PASSWORD });
  const position = Math.max(...begun.map((outcome) => (outcome.ok ? outcome.position : 0)));
  if (!(await progress.waitFor(position, MAX_WAIT_MS))) throw new Error('projections stand still');
  return { employeeId, email };
}

/** One id of each kind from the company of these people. */
export async function idsFor(manager: HttpClient, associate: HttpClient) {
  await manager.post('/api/jobaids/addjobaid', {
    name: 'Answers to objections',
    url: 'https://aids.example/objections',
  });
  const first = async (client: HttpClient, path: string, id: string): Promise<string> =>
    (await client.get(path)).body.requestedData[0][id];
  return {
    sale: await first(associate, '/api/sales/getsales/all', 'id'),
    goal: await first(manager, '/api/goals/getgoals/all', 'id'),
    campaign: await first(manager, '/api/campaigns/getcampaigns/all', 'campaign_id'),
    jobAid: await first(manager, '/api/jobaids/getjobaids', 'id'),
  };
}

/** Weekly pay with a period that is over, in which this associate sold; its first day. */
export async function paidPeriod(program: TestProgram, team: SalesTeam, owner: HttpClient, seller = '') {
  const { companyId, campaigns } = team.company;
  const now = new Date().toISOString();
  const firstDay = daysBefore(localDate(now, DAYTIME_ZONE), 7);
  await done(
    program.core.commands.sales.recordSale(contextOf(companyId, { actorId: seller, now }), {
      ...{ name: 'Last week', price: '2400', status: 'Closed', employeeId: seller, entryDate: firstDay },
      ...{ campaignId: campaigns[0]?.campaignId ?? '', actorIsManager: false },
    }),
  );
  await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  await owner.send('PUT', '/api/pay/schedule', { rhythm: 'weekly', firstDay, timeZone: DAYTIME_ZONE });
  return firstDay;
}
