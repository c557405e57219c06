import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivedId, newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { claimants } from './claims-world.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it('mails tell managers of a claim, and its person of the answer', async () => {
  const world = await claimants(program);
  const { company, associate, mails } = world;
  const name = 'Associate1 Test';
  const managers = [company.owner.email, company.managers[0]?.email ?? ''];
  const to = (subject: string, people: readonly string[]) => people.map((each) => `${subject} → ${each}`);
  const id = await world.claimed();
  const opened = to(`${name} has a claim about pay`, managers);
  expect((await mails()).sort()).toEqual([...opened].sort());
  const reason = 'It was not';
  await world.manager.post(`/api/pay/claims/${id}/answer`, { employeeId: world.employeeId, reason });
  const answered = to('Your claim about pay was answered', [company.associates[0]?.email ?? '']);
  expect((await mails()).sort()).toEqual([...opened, ...answered].sort());
  await associate.post(`/api/pay/claims/${id}/reopen`, { text: 'Look again' });
  const again = to(`${name} reopened a claim about pay`, managers);
  expect((await mails()).sort()).toEqual([...opened, ...answered, ...again].sort());
});

it('mails are posted once, also by a request that is repeated after a kill', async () => {
  const { company, associate, employeeId, saleId, mails, claims } = await claimants(program);
  const key = newId();
  const commandId = derivedId(company.companyId, employeeId, 'POST /api/pay/claims', key);
  const ctx = contextOf(company.companyId, { commandId, actorId: employeeId });
  const about = { employeeId, kind: 'line', saleId, lineId: null, date: null, from: null } as const;
  const claim = { ...about, seenCents: 5000, pinned: await program.core.store.head(), text: 'It was $600' };
  // As a process that is killed right after the event leaves it.
  const { claimId } = await done(program.core.commands.claims.open(ctx, claim));
  expect(await mails()).toEqual([]);
  for (const _again of [1, 2]) {
    const body = { kind: 'line', saleId, text: 'It was $600' };
    const answer = await associate.post('/api/pay/claims', body, { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 200, body: { id: claimId } });
    expect(await mails()).toHaveLength(2);
  }
  expect((await claims(associate)).requestedData).toHaveLength(1);
});
