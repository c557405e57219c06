import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, daysBefore, localDate } from '#contracts/local-date.ts';
import { createLog } from '#platform/log.ts';
import { countImportedJob } from '#services/pay/count-imported.job.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { auditStatementsOf } from './statements-audit.ts';

const ZONE = 'America/Toronto';
let now = Date.parse('2026-03-16T15:00:00.000Z');
let program: TestProgram;
beforeAll(async () => {
  // The test runs the jobs.
  const roles = new Set(['api', 'gateway', 'projections'] as const);
  program = await startTestProgram({ clock: { now: () => new Date(now) }, roles });
});
afterAll(() => program.stop());

const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };

async function world() {
  const { companyId, owner, managers, associates, campaigns } = await program.seedCompany({
    managers: 1,
    associates: 1,
  });
  const signIn = (email = '') => program.signIn(email, undefined, ZONE);
  const boss = await signIn(owner.email);
  const employeeId = associates[0]?.employeeId ?? '';
  const campaignId = campaigns[0]?.campaignId ?? '';
  const contextNow = () => contextOf(companyId, { now: new Date(now).toISOString() });
  const scheduleFrom = (firstDay: string) => ({ rhythm: 'weekly', firstDay, timeZone: ZONE }) as const;
  return {
    ...{ boss, companyId, employeeId, campaignId, signIn },
    today: localDate(new Date(now).toISOString(), ZONE),
    emails: { manager: managers[0]?.email, associate: associates[0]?.email, owner: owner.email },
    sets: (firstDay: string, by = boss) => by.send('PUT', '/api/pay/schedule', scheduleFrom(firstDay)),
    /** As a process does that is killed before it has counted anything. */
    setsOnly: (firstDay: string) =>
      done(program.core.commands.pay.setSchedule(contextNow(), scheduleFrom(firstDay))),
    /** The id of a sale of $500, which earns $50. */
    async sells(entryDate: string): Promise<string> {
      const sale = { name: 'Boat', price: '500', status: 'Closed', employeeId, campaignId, entryDate };
      const recorded = program.core.commands.sales.recordSale(contextNow(), {
        ...sale,
        actorIsManager: true,
      });
      return (await done(recorded)).saleId;
    },
    edits: (saleId: string, price: string) =>
      done(
        program.core.commands.sales.editSale(contextNow(), {
          saleId,
          price,
          status: 'Closed',
          actorIsManager: true,
        }),
      ),
    /** As the clock of the program has it: the job of each minute. */
    async counts(): Promise<void> {
      await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
      await countImportedJob({ ...program.core, clock: { now: () => new Date(now) } }).handler({}, run);
    },
    /** First day, state and payable of each statement with an amount, newest first. */
    async statements(): Promise<string[]> {
      await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
      const { body } = await (await signIn(owner.email)).get(`/api/pay/statements?employeeId=${employeeId}`);
      type Row = { from: string; state: string; payable: number; carried_over: number };
      const rows: Row[] = body.requestedData;
      return rows
        .filter(({ payable, carried_over }) => payable + carried_over !== 0)
        .map(({ from, state, payable, carried_over }) => `${from} ${state} ${payable + carried_over}`);
    },
    decides: (command: Parameters<typeof program.core.commands.pay.decide>[1]) =>
      done(program.core.commands.pay.decide(contextNow(), command)),
    /** A manager approves what the person has for a period, and the super employee locks it. */
    async pays(from: string): Promise<void> {
      await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
      const steps = [
        ['approve', managers[0]?.email],
        ['lock', owner.email],
      ] as const;
      for (const [step, email] of steps) {
        const path = `/api/pay/payroll/${from}/${step}?employeeId=${employeeId}`;
        expect((await (await signIn(email)).post(path)).status).toBe(200);
      }
    },
    audit: () => auditStatementsOf(program.core, owner.email),
  };
}

it('of two that are set at once one counts, and only what was earned before it counts as paid', async () => {
  const at = await world();
  await at.sells(daysBefore(at.today, 10));
  const [early, late] = [daysBefore(at.today, 14), daysBefore(at.today, 2)];
  const answers = await Promise.all([at.sets(early), at.sets(late)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [winner] = (await at.boss.get('/api/pay/rules')).body.schedules;
  expect(await at.statements()).toEqual([
    winner.first_day === early ? `${early} in review 50` : `${daysBefore(late, 14)} imported 50`,
  ]);
});

it('set by a process that is killed then: what counts as paid is on no statement, and a job counts it', async () => {
  const at = await world();
  const first = daysBefore(at.today, 7);
  const sale = await at.sells(daysBefore(first, 1));
  await at.setsOnly(first);
  const late = await at.sells(daysBefore(first, 1));
  expect(await at.statements()).toEqual([`${first} in review 50`]);
  await at.edits(sale, '600');
  expect(await at.statements()).toEqual([`${first} in review 50`]);
  await at.counts();
  const counted = [`${at.today} open 10`, `${first} in review 50`, `${daysBefore(first, 7)} imported 50`];
  expect(await at.statements()).toEqual(counted);
  await at.counts();
  expect((await at.sets(first)).status).toBe(200);
  expect(await at.statements()).toEqual(counted);
  await at.edits(late, '400');
  expect((await at.statements())[1]).toBe(`${first} in review 40`);
  expect(await at.audit()).toMatchObject({ code: 0 });
});

it('that is replaced before it begins: a bonus of its first period is paid once', async () => {
  const at = await world();
  await at.sets(daysBefore(at.today, -4));
  const bonus = { employeeId: at.employeeId, kind: 'bonus', amount: '70', reason: 'Well done' };
  expect((await at.boss.post('/api/pay/lines', bonus)).status).toBe(200);
  const first = daysBefore(at.today, -2);
  await at.sets(first);
  now += 10 * DAY_MS;
  await at.pays(first);
  expect(await at.statements()).toEqual([`${first} paid 70`]);
  expect(await at.audit()).toMatchObject({ code: 0 });
});

it('that begins later: what an older version paid in full counts as paid no more', async () => {
  const at = await world();
  const first = daysBefore(at.today, -2);
  await at.sets(first);
  const id = await at.sells(at.today);
  now += 4 * DAY_MS;
  await at.edits(id, '600');
  now += 7 * DAY_MS;
  const through = Number(await program.core.store.head());
  const lines = [
    { kind: 'earned', id, cents: 6000, waivedCents: 0, dueCents: 6000, since: through },
  ] as const;
  const statement = { from: first, to: daysBefore(first, -6), employeeId: at.employeeId, lines, through };
  const read = { ...statement, digest: 'theirs', payEvents: 0, followsUnlocked: false };
  await at.decides({ type: 'Approve', statement: read, isOwn: false });
  const how = { clawbackDays: null, isImported: false, hasOtherManagers: true };
  await at.decides({ type: 'Lock', statement: { ...read, payEvents: 1 }, ...how });
  await at.counts();
  expect(await at.statements()).toEqual([`${first} paid 60`]);
  expect(await at.audit()).toMatchObject({ code: 0 });
});

it('and a list have one version of a statement after a negative one that is not locked', async () => {
  const at = await world();
  const first = daysBefore(at.today, 7);
  await at.sets(first);
  const [one, two] = [await at.sells(first), await at.sells(first)];
  await at.pays(first);
  await at.edits(one, '200');
  await at.edits(two, '100');
  await at.sells(at.today);
  now += 14 * DAY_MS;
  const next = daysBefore(at.today, -7);
  await at.sells(next);
  const amounts = [`${next} in review 30`, `${at.today} in review -20`, `${first} paid 100`];
  expect(await at.statements()).toEqual(amounts);
  const manager = await at.signIn(at.emails.manager);
  for (const from of [at.today, next]) {
    const inList = async () => {
      const { requestedData } = (await manager.get(`/api/pay/payroll/${from}`)).body;
      return requestedData.find((row: { employee_id: string }) => row.employee_id === at.employeeId);
    };
    const versions = `${new URLSearchParams({ [at.employeeId]: (await inList()).version })}`;
    const approved = await manager.post(`/api/pay/payroll/${from}/approve`, { versions });
    expect(approved.body).toMatchObject({ refused: [] });
    expect(await inList()).toMatchObject({ state: 'approved', changed: false });
  }
});

it('that begins later: until then all counts as paid, and is counted when it begins', async () => {
  const at = await world();
  const first = daysBefore(at.today, -2);
  await at.sells(at.today);
  expect((await at.sets(first)).status).toBe(200);
  now += DAY_MS;
  const sale = await at.sells(daysBefore(at.today, -1));
  await at.counts();
  expect(await at.statements()).toEqual([]);
  now += DAY_MS;
  await at.sells(first);
  const late = await at.sells(at.today);
  await at.edits(sale, '700');
  await at.counts();
  expect(await at.statements()).toEqual([`${first} open 120`, `${daysBefore(first, 7)} imported 100`]);
  await at.edits(late, '0');
  expect((await at.statements())[0]).toBe(`${first} open 70`);
  expect(await at.audit()).toMatchObject({ code: 0 });
});

it('that has not begun gives way to another, and what counts as paid goes by that', async () => {
  const at = await world();
  await at.sells(daysBefore(at.today, 9));
  expect((await at.sets(daysBefore(at.today, -30))).status).toBe(200);
  await at.sells(at.today);
  const first = daysBefore(at.today, 7);
  expect((await at.sets(first)).status).toBe(200);
  expect((await at.boss.get('/api/pay/rules')).body.schedules).toMatchObject([{ first_day: first }]);
  expect(await at.statements()).toEqual([`${at.today} open 50`, `${daysBefore(first, 7)} imported 50`]);
  expect(await at.sets(daysBefore(at.today, 6))).toMatchObject({ body: { error: 'payScheduleGap' } });
  expect(await at.audit()).toMatchObject({ code: 0 });
});

it('counts a sale as paid that waits for a confirmation, which it needs no more', async () => {
  const at = await world();
  const verification = { campaignId: at.campaignId, required: 'true' };
  expect((await at.boss.send('PUT', '/api/pay/verification', verification)).status).toBe(200);
  const associate = await at.signIn(at.emails.associate);
  const form = { name: 'Boat', price: '500', status: 'Closed', campaignId: at.campaignId };
  const { body } = await associate.post('/api/sales/addsale', { ...form, employeeId: at.employeeId });
  const { id } = body.requestedData.at(-1);
  now += 7 * DAY_MS;
  const first = daysBefore(at.today, -7);
  await at.setsOnly(first);
  expect(await at.statements()).toEqual([]);
  const manager = await at.signIn(at.emails.manager);
  const payroll = (await manager.get(`/api/pay/payroll/${first}`)).body.requestedData;
  expect(payroll.map(({ pending }: { pending: number }) => pending)).toEqual(payroll.map(() => 0));
  await at.counts();
  expect(await at.statements()).toEqual([`${at.today} imported 50`]);
  expect(await manager.post(`/api/pay/sales/${id}/confirm`)).toMatchObject({
    body: { error: 'saleNotPending' },
  });
  expect(await at.audit()).toMatchObject({ code: 0 });
});
