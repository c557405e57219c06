import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { auditStatementsOf } from './statements-audit.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

/** A company that pays weekly; the first week ended a week ago, and the associate has a sale of $500 in it. */
async function payday({ managers = 1 } = {}) {
  const company = await program.seedCompany({ managers, associates: 1 });
  const [owner, manager, associate] = await Promise.all([
    program.signIn(company.owner.email),
    company.managers[0] ? program.signIn(company.managers[0].email) : null,
    program.signIn(company.associates[0]?.email ?? ''),
  ]);
  const today = localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE);
  const first = daysBefore(today, 14);
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: DAYTIME_ZONE };
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  const sale = await soldOn(company, daysBefore(first, -2), '500');
  return { company, owner, manager: manager ?? owner, associate, first, sale, today };
}

async function soldOn({ companyId, associates, campaigns }: SeededCompany, entryDate: string, price: string) {
  const now = program.core.clock.now().toISOString();
  const [who, where] = [associates[0]?.employeeId ?? '', campaigns[0]?.campaignId ?? ''];
  const sale = { name: 'Boat', price, status: 'Closed', employeeId: who, campaignId: where, entryDate };
  const ctx = contextOf(companyId, { now });
  const outcome = await program.core.commands.sales.recordSale(ctx, { ...sale, actorIsManager: true });
  if (!outcome.ok) throw new Error(outcome.code);
  await program.progress.waitFor(outcome.position, MAX_WAIT_MS);
  return outcome.value.saleId;
}

/** After everything that others did. */
async function statement(client: HttpClient, from: string) {
  await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  return (await client.get(`/api/pay/statements/${from}`)).body.requestedData[0];
}

describe('a statement', () => {
  it('is approved, locked and paid; a later edit is an adjustment in the present one', async () => {
    const { owner, manager, associate, first, sale, company, today } = await payday();
    expect(await statement(associate, first)).toMatchObject({ state: 'in review', earned: 50, payable: 50 });
    const approved = await manager.post(`/api/pay/payroll/${first}/approve`, {});
    expect(approved.body).toMatchObject({ done: [company.associates[0]?.employeeId], refused: [] });
    expect(await statement(associate, first)).toMatchObject({ state: 'approved', is_own: false });
    const locked = await owner.post(`/api/pay/payroll/${first}/lock`, {});
    expect(locked.body).toMatchObject({ message: messages.statementsLocked, refused: [] });
    const paid = await statement(associate, first);
    expect(paid).toMatchObject({
      state: 'paid',
      payable: 50,
      lines: [{ kind: 'earned', id: sale, amount: 50 }],
    });
    const file = await owner.get(`/api/pay/payroll/${first}/csv`);
    expect(file.body).toContain(`Associate1 Test,${first},${daysBefore(first, -6)},50,0,0,0,50,0\r\n`);

    await associate.patch(`/api/sales/editsale/${sale}`, { status: 'Closed', price: '400' });
    const present = await statement(associate, today);
    expect(present).toMatchObject({
      ...{ state: 'open', earned: 0, adjustments: -10, payable: 0, carried_over: -10 },
      lines: [{ kind: 'adjustment', id: sale, amount: -10, due: 40 }],
    });
    expect(present.lines[0].adjusts).toEqual({
      ...{ from: first, rate: 10, at: expect.any(String) },
      cause: 'Price from $500.00 to $400.00, Commission from $50.00 to $40.00',
    });
    const knownNow = { ...paid, lines: [{ ...paid.lines[0], due_now: 40 }] };
    expect(await statement(associate, first)).toEqual(knownNow);
  });

  it('that changed after its approval is in review again, and is not locked', async () => {
    const { owner, manager, associate, first, sale } = await payday();
    await manager.post(`/api/pay/payroll/${first}/approve`, {});
    await associate.patch(`/api/sales/editsale/${sale}`, { status: 'Closed', price: '400' });
    expect(await statement(associate, first)).toMatchObject({
      state: 'in review',
      changed: true,
      ...{ earned: 40, approved_total: 50 },
    });
    const person = (await owner.get(`/api/pay/payroll/${first}`)).body.requestedData.find(
      ({ earned }: { earned: number }) => earned > 0,
    );
    expect(person).toMatchObject({ state: 'in review', changed: true, lines: 1 });
    const locked = await owner.post(`/api/pay/payroll/${first}/lock?employeeId=${person.employee_id}`, {});
    expect(locked).toMatchObject({ status: 409, body: { error: 'statementChanged' } });
  });

  it('is not approved by its owner, unless there is no other manager; then it says so', {
    tags: ['decision-11.4'],
  }, async () => {
    const { owner, manager, company, first } = await payday();
    const own = (id: string) => `/api/pay/payroll/${first}/approve?employeeId=${id}`;
    const refused = await manager.post(own(company.managers[0]?.employeeId ?? ''), {});
    expect(refused).toMatchObject({ status: 403, body: { error: 'ownStatement' } });
    expect((await owner.post(own(company.owner.employeeId), {})).status).toBe(403);

    const alone = await payday({ managers: 0 });
    const ownerId = alone.company.owner.employeeId;
    const approved = await alone.owner.post(
      `/api/pay/payroll/${alone.first}/approve?employeeId=${ownerId}`,
      {},
    );
    expect(approved.status).toBe(200);
    expect(await statement(alone.owner, alone.first)).toMatchObject({ state: 'approved', is_own: true });
  });

  it('is returned to review with a reason, which is a short text', async () => {
    const { manager, associate, first, company } = await payday();
    const employeeId = company.associates[0]?.employeeId ?? '';
    const back = (reason: string) => manager.post(`/api/pay/payroll/${first}/return`, { employeeId, reason });
    await manager.post(`/api/pay/payroll/${first}/approve`, {});
    expect(await back(' ')).toMatchObject({ status: 400, body: { error: 'payReasonMissing' } });
    expect(await back('a'.repeat(10_000))).toMatchObject({ status: 400, body: { error: 'invalidText' } });
    expect(await statement(associate, first)).toMatchObject({ state: 'approved' });
    expect((await back('A sale is missing')).status).toBe(200);
    expect(await statement(associate, first)).toMatchObject({
      ...{ state: 'in review', returned_for: 'A sale is missing', approved_by: null },
    });
  });

  it('of a period that is not over is not decided on', async () => {
    const { owner, manager, today } = await payday();
    for (const [who, what] of [
      [manager, 'approve'],
      [owner, 'lock'],
    ] as const)
      expect(await who.post(`/api/pay/payroll/${today}/${what}`, {})).toMatchObject({
        ...{ status: 409, body: { error: 'payPeriodNotOver' } },
      });
    expect((await manager.post(`/api/pay/payroll/${daysBefore(today, 1)}/approve`, {})).status).toBe(404);
  });

  it('waits for the one before', async () => {
    const { owner, manager, first, company } = await payday();
    const second = daysBefore(first, -7);
    await soldOn(company, second, '100');
    await manager.post(`/api/pay/payroll/${second}/approve`, {});
    const locked = await owner.post(`/api/pay/payroll/${second}/lock`, {});
    expect(locked.body).toMatchObject({ done: [], refused: [{ error: 'earlierStatementOpen' }] });
  });
});

describe('a line of a manager', () => {
  it('is on the statement that is named, and undone by a counter line', async () => {
    const { manager, associate, first, company } = await payday();
    const employeeId = company.associates[0]?.employeeId ?? '';
    const line = { employeeId, kind: 'bonus', amount: '20.50', reason: 'Best of the week', period: first };
    const added = await manager.post('/api/pay/lines', line);
    expect(await statement(associate, first)).toMatchObject({ bonuses: 20.5, payable: 70.5 });
    const undo = { employeeId, reason: 'A slip' };
    expect((await manager.post(`/api/pay/lines/${added.body.id}/undo`, undo)).status).toBe(200);
    expect(await statement(associate, first)).toMatchObject({ bonuses: 0, payable: 50 });
    const again = await manager.post(`/api/pay/lines/${added.body.id}/undo`, undo);
    expect(again).toMatchObject({ status: 409, body: { error: 'payLineUndone' } });
  });

  it.each([
    [{ amount: '1000000.01' }, 'invalidPayAmount'],
    [{ amount: '-1000000.01' }, 'invalidPayAmount'],
    [{ amount: '1.234' }, 'invalidPayAmount'],
    [{ amount: '0' }, 'invalidPayAmount'],
    [{ reason: ' ' }, 'payReasonMissing'],
    [{ reason: 'a'.repeat(10_000) }, 'invalidText'],
    [{ period: '2001-01-01' }, 'noSuchPayPeriod'],
    [{ saleId: 'none' }, 'noSuchSale'],
    [{ employeeId: 'none' }, 'noSuchEmployee'],
  ])('with %j is refused, and nothing is written', async (wrong, error) => {
    const { manager, first, company } = await payday();
    const employeeId = company.associates[0]?.employeeId ?? '';
    const line = { employeeId, kind: 'bonus', amount: '20', reason: 'Best', period: first, ...wrong };
    expect((await manager.post('/api/pay/lines', line)).body).toEqual({
      error,
      message: messages[error as 'invalidText'],
    });
    const { rowCount } = await program.core.pool.query(`SELECT FROM read.pay_extras WHERE company_id = $1`, [
      company.companyId,
    ]);
    expect(rowCount).toBe(0);
  });
});

it('what was earned before the first day of the first schedule counts as paid, period by period', async () => {
  const company = await program.seedCompany({ managers: 1, associates: 1 });
  const today = localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE);
  await soldOn(company, daysBefore(today, 10), '100');
  await soldOn(company, daysBefore(today, 3), '200');
  await soldOn(company, today, '300');
  const owner = await program.signIn(company.owner.email);
  await owner.send('PUT', '/api/pay/schedule', { rhythm: 'weekly', firstDay: today, timeZone: DAYTIME_ZONE });
  const associate = await program.signIn(company.associates[0]?.email ?? '');
  const { requestedData } = (await associate.get('/api/pay/statements')).body;
  expect(requestedData).toMatchObject([
    { from: today, state: 'open', earned: 30 },
    { from: daysBefore(today, 7), state: 'imported', earned: 20, payable: 20 },
    { from: daysBefore(today, 14), state: 'imported', earned: 10, payable: 10 },
  ]);
});

it('a late sale of before the first day is on the first statement, also when the schedule is saved again', async () => {
  const { company, owner, associate, first } = await payday();
  await soldOn(company, daysBefore(first, 3), '100');
  expect(await statement(associate, first)).toMatchObject({ earned: 60 });
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: DAYTIME_ZONE };
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  expect(await statement(associate, first)).toMatchObject({ earned: 60 });
});

it('every locked statement is recomputed from its events; one that was changed in the database is found', async () => {
  const { owner, manager, first, company } = await payday();
  await manager.post(`/api/pay/payroll/${first}/approve`, {});
  await owner.post(`/api/pay/payroll/${first}/lock`, {});
  const audit = () => auditStatementsOf(program.core, company.owner.email);
  const name = `Company of ${company.owner.email}`;
  expect(await audit()).toEqual({
    code: 0,
    said: [`${name}: 0 of 1 amounts changed in 1 locked statements`],
  });
  await program.core.database.owner.query('ALTER TABLE events DISABLE TRIGGER USER');
  await program.core.database.owner.query(
    `UPDATE events SET data = replace(data::text, '"cents":5000', '"cents":6000')::json
      WHERE type = 'StatementLocked' AND stream = $1`,
    [`pay-${company.companyId}_${company.associates[0]?.employeeId}`],
  );
  const { code, said } = await audit();
  expect(code).toBe(1);
  expect(said).toEqual([
    expect.stringMatching(/^Statement of .*: earned .* is \$60\.00, the events say \$50\.00$/),
    `${name}: 1 of 1 amounts changed in 1 locked statements`,
  ]);
});
