import { contextOf } from './command-world.ts';
import type { HttpClient } from './http-client.ts';
import type { SeededCompany } from './seed-company.ts';
import type { TestProgram } from './test-program.ts';

/** A company that has cancelled: its people only reach what pays again. */
export async function stoppedCompany(program: TestProgram): Promise<SeededCompany> {
  const company = await program.seedCompany({ name: 'Dimmed Lights', associates: 1 });
  const { companyId, owner } = company;
  const cancelled = await program.core.commands.subscriptions.cancelSubscription(
    contextOf(companyId, { actorId: owner.employeeId, origin: 'billing', now: new Date().toISOString() }),
    { refundCents: 0 },
  );
  if (!cancelled.ok) throw new Error(cancelled.refusal);
  if (!(await program.progress.waitFor(cancelled.position, 10_000)))
    throw new Error('projections stand still');
  return company;
}

/** One id of each kind, of what the company of these people has. */
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
