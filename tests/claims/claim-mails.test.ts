import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/local-date.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { derivedId, newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { mailClaimsJob } from '#services/claims/claims.job.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { claimants } from './claims-world.ts';

let program: TestProgram;
beforeAll(async () => {
  // The tests run the job.
  program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
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

it('mails go to the manager of the person, but not to a former manager', async () => {
  const { company, owner, mails, ...here } = await claimants(program, { managers: 2 });
  const [manager, other] = company.managers;
  const edit = (path: string, body: Record<string, string>) =>
    owner.patch(`/api/employees/editemployee/${path}`, body);
  const campaignId = company.campaigns[0]?.campaignId ?? '';
  const theirs = { employeeRole: 'sales associate', campaignId, managerId: manager?.employeeId ?? '' };
  expect((await edit(here.employeeId, theirs)).status).toBe(200);
  await here.allRead();
  const subject = 'Associate1 Test has a claim about pay';
  await here.claimed();
  expect(await mails()).toEqual([`${subject} → ${manager?.email}`]);
  const demotion = { employeeRole: 'sales associate', campaignId };
  expect((await edit(manager?.employeeId ?? '', demotion)).status).toBe(200);
  await here.allRead();
  await here.claimed('It was $700');
  const after = [company.owner.email, other?.email ?? ''].map((email) => `${subject} → ${email}`);
  expect(new Set((await mails()).slice(1))).toEqual(new Set(after));
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

it('mails of a request that was killed after its event are posted by the job, once', async () => {
  const world = await claimants(program);
  const { company, employeeId, saleId, mails } = world;
  const { core } = program;
  const said: string[] = [];
  const as = (actorId: string, at = core.clock.now()) =>
    contextOf(company.companyId, { commandId: newId(), actorId, now: at.toISOString() });
  const manager = company.managers[0]?.employeeId ?? '';
  const about = { employeeId, kind: 'line', saleId, lineId: null, date: null, from: null } as const;
  const claim = { ...about, seenCents: 5000, pinned: await core.store.head(), text: 'It was $600' };
  const { claims } = core.commands;
  const job = mailClaimsJob({
    ...core,
    ...core.accounts,
    outbox: core.mail.outbox,
    publicUrl: () => 'https://tally.test',
  });
  const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };

  /** The new mails after each of them was left untold by a process that was killed. */
  async function toldBy(command: Promise<CommandOutcome<{ claimId: string }>>): Promise<string[]> {
    const { claimId } = await done(command);
    expect(await mails()).toHaveLength(said.length);
    await world.allRead();
    await Promise.all([job.handler({}, run), job.handler({}, run)]);
    const told = (await mails()).slice(said.length);
    said.push(...told);
    claimIds.add(claimId);
    return told.map((mail) => mail.replace(/ → .*/, ''));
  }
  const claimIds = new Set<string>();
  const theirs = ['Associate1 Test has a claim about pay', 'Associate1 Test has a claim about pay'];
  expect(await toldBy(claims.open(as(employeeId), claim))).toEqual(theirs);
  const [claimId = ''] = claimIds;
  const answer = {
    employeeId,
    claimId,
    reason: 'No',
    resolution: null,
    isOwn: false,
    hasOtherManagers: true,
  };
  expect(await toldBy(claims.answer(as(manager), answer))).toEqual(['Your claim about pay was answered']);
  const again = { employeeId, claimId, text: 'I was wrong', byPerson: false };
  expect(await toldBy(claims.reopen(as(manager), again))).toEqual(['Your claim about pay was reopened']);
  const old = { ...claim, text: 'It was long ago' };
  const threeDaysAgo = new Date(core.clock.now().getTime() - 3 * DAY_MS);
  expect(await toldBy(claims.open(as(employeeId, threeDaysAgo), old))).toEqual([]);
});
