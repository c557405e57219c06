import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, daysBefore, localDate } from '#contracts/local-date.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

const ZONE = 'America/Toronto';
let now = Date.parse('2026-03-16T15:00:00.000Z');

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram({ clock: { now: () => new Date(now) } });
});
afterAll(() => program.stop());

/** Resolves when all that was written is read. */
async function read(): Promise<void> {
  await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
}

/** A company in the third week of its schedule. Its associate has a sale of $500 in the first one, which earns $50. */
async function company() {
  const seeded = await program.seedCompany({ managers: 1, associates: 1 });
  const { companyId, owner, managers, associates, campaigns } = seeded;
  const signIn = (email = '') => program.signIn(email, undefined, ZONE);
  const boss = await signIn(owner.email);
  const [manager, associate] = [await signIn(managers[0]?.email), await signIn(associates[0]?.email)];
  const present = localDate(new Date(now).toISOString(), ZONE);
  const [first, second] = [daysBefore(present, 14), daysBefore(present, 7)];
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: ZONE };
  expect((await boss.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  const employeeId = associates[0]?.employeeId ?? '';

  async function sell(entryDate: string, price: string): Promise<string> {
    const ctx = contextOf(companyId, { now: new Date(now).toISOString() });
    const sale = {
      name: 'Boat',
      price,
      status: 'Closed',
      employeeId,
      campaignId: campaigns[0]?.campaignId ?? '',
    };
    const { saleId } = await done(
      program.core.commands.sales.recordSale(ctx, { ...sale, entryDate, actorIsManager: true }),
    );
    await read();
    return saleId;
  }
  async function pay(from: string, by = { manager, boss }): Promise<void> {
    await by.manager.post(`/api/pay/payroll/${from}/approve`, {});
    expect((await by.boss.post(`/api/pay/payroll/${from}/lock`, {})).body).toMatchObject({ refused: [] });
    await read();
  }
  const sale = await sell(first, '500');
  const weeks = { first, second, present };
  return {
    boss,
    manager,
    associate,
    employeeId,
    ...{ email: associates[0]?.email, managerEmail: managers[0]?.email, ownerEmail: owner.email },
    sale,
    sell,
    pay,
    signIn,
    ...weeks,
  };
}

type Company = Awaited<ReturnType<typeof company>>;

async function exposureOf({ signIn, email }: Company) {
  await read();
  return (await (await signIn(email)).get('/api/pay/statements')).body.exposure;
}

const statement = async ({ associate }: Company, from: string) => {
  await read();
  return (await associate.get(`/api/pay/statements/${from}`)).body.requestedData[0];
};

describe('what can still be taken back', () => {
  it('is all that is paid, until the window of that payment is over', async () => {
    const at = await company();
    await at.boss.send('PUT', '/api/pay/clawback', { days: 2 });
    expect(await exposureOf(at)).toEqual({ amount: 0, until: null });
    await at.pay(at.first);
    const until = new Date(now + 2 * DAY_MS).toISOString();
    expect(await exposureOf(at)).toEqual({ amount: 50, until });
    now += 2 * DAY_MS;
    expect(await exposureOf(at)).toEqual({ amount: 50, until });
    now += 1;
    expect(await exposureOf(at)).toEqual({ amount: 0, until: null });
  });

  it('has no end without a window, and counts payments of several windows together', async () => {
    const at = await company();
    await at.sell(at.second, '200');
    await at.pay(at.first);
    expect(await exposureOf(at)).toEqual({ amount: 50, until: null });
    await at.boss.send('PUT', '/api/pay/clawback', { days: 2 });
    await at.pay(at.second);
    expect(await exposureOf(at)).toEqual({ amount: 70, until: null });
    now += 3 * DAY_MS;
    expect(await exposureOf(at)).toEqual({ amount: 50, until: null });
  });

  it('still has a reduction of that time that is not on a locked statement yet', async () => {
    const at = await company();
    await at.boss.send('PUT', '/api/pay/clawback', { days: 2 });
    await at.pay(at.first);
    await at.associate.patch(`/api/sales/editsale/${at.sale}`, { status: 'Closed', price: '400' });
    now += 3 * DAY_MS;
    expect(await exposureOf(at)).toEqual({ amount: 10, until: null });
  });

  it('is not longer there because of a reduction that was paid', async () => {
    const at = await company();
    await at.boss.send('PUT', '/api/pay/clawback', { days: 10 });
    await at.pay(at.first);
    const until = new Date(now + 10 * DAY_MS).toISOString();
    await at.sell(at.present, '1000');
    await at.associate.patch(`/api/sales/editsale/${at.sale}`, { status: 'Closed', price: '400' });
    now += 8 * DAY_MS;
    const again = { ...at, manager: await at.signIn(at.managerEmail), boss: await at.signIn(at.ownerEmail) };
    await again.boss.send('PUT', '/api/pay/clawback', { days: 1 });
    await at.pay(at.present, again);
    expect((await exposureOf(at)).amount).toBe(140);
    now += 2 * DAY_MS;
    expect(await exposureOf(at)).toEqual({ amount: 40, until });
    now += DAY_MS;
    const late = await at.signIn(at.email);
    await late.patch(`/api/sales/editsale/${at.sale}`, { status: 'Lead', price: '400' });
    await read();
    const [present] = (await late.get('/api/pay/statements')).body.requestedData;
    expect(present).toMatchObject({ state: 'open', adjustments: 0, carried_over: 0 });
  });

  it('as of a moment before a later payment is what it was then', async () => {
    const at = await company();
    await at.pay(at.first);
    await at.associate.patch(`/api/sales/editsale/${at.sale}`, { status: 'Closed', price: '600' });
    const before = await exposureOf(at);
    const position = await program.core.store.head();
    await at.boss.send('PUT', '/api/pay/clawback', { days: 10 });
    now += 7 * DAY_MS;
    const again = { manager: await at.signIn(at.managerEmail), boss: await at.signIn(at.ownerEmail) };
    await at.pay(at.present, again);
    expect(await exposureOf(at)).toMatchObject({ amount: 60, until: expect.any(String) });
    const paid = `/api/pay/statements/${at.present}?employeeId=${at.employeeId}`;
    expect((await again.boss.get(paid)).body.requestedData).toMatchObject([
      { state: 'paid', lines: [{ adjusts: { from: at.first } }] },
    ]);
    const { body } = await again.boss.get(
      `/api/pay/statements?employeeId=${at.employeeId}&as-of=@${position}`,
    );
    expect(body.exposure).toEqual(before);
    const then = `/api/pay/statements/${at.present}?employeeId=${at.employeeId}&as-of=@${position}`;
    expect((await again.boss.get(then)).body.requestedData).toMatchObject([
      { state: 'open', adjustments: 10, lines: [{ adjusts: { from: at.first, rate: 10 } }] },
    ]);
  });
});

describe('a paid statement', () => {
  it('names its approver, and says what its sales are due now', async () => {
    const at = await company();
    await at.pay(at.first);
    const paid = await statement(at, at.first);
    expect(paid).toMatchObject({ approved_by_name: 'Manager1 Test', lines: [{ due: 50, due_now: 50 }] });
    await at.associate.patch(`/api/sales/editsale/${at.sale}`, { status: 'Closed', price: '400' });
    const { lines } = await statement(at, at.first);
    expect(lines).toEqual([{ ...paid.lines[0], due_now: 40 }]);
    await at.associate.send('DELETE', `/api/sales/delete/${at.sale}`);
    expect(await statement(at, at.first)).toMatchObject({ lines: [{ amount: 50, due: 50, due_now: 0 }] });
    const [present] = (await at.associate.get('/api/pay/statements')).body.requestedData;
    expect(present).toMatchObject({ adjustments: -50, approved_by: null, approved_by_name: null });
    const adjusted = await statement(at, at.present);
    expect(adjusted.lines).toMatchObject([{ adjusts: { from: at.first, cause: 'Sale deleted' } }]);
  });

  it('has a bonus that is undone on the present one, and the bonus says so', async () => {
    const at = await company();
    const bonus = {
      employeeId: at.employeeId,
      kind: 'bonus',
      amount: '20',
      reason: 'Best',
      period: at.first,
    };
    const { id } = (await at.manager.post('/api/pay/lines', bonus)).body;
    expect(await statement(at, at.first)).toMatchObject({ lines: [{}, { id, is_undone: false }] });
    await at.pay(at.first);
    const undo = { employeeId: at.employeeId, reason: 'A slip' };
    expect((await at.manager.post(`/api/pay/lines/${id}/undo`, undo)).status).toBe(200);
    const { lines } = await statement(at, at.first);
    expect(lines.find((line: { id: string }) => line.id === id)).toMatchObject({
      is_undone: true,
      due_now: null,
    });
  });
});

it('the period to pay next is the oldest that is over and not all paid, for managers', async () => {
  const at = await company();
  const next = async (who = at.manager) => {
    await read();
    return (await who.get('/api/pay/rules')).body.to_pay;
  };
  await at.sell(at.present, '300');
  expect(await next()).toEqual({ from: at.first, to: daysBefore(at.second, 1) });
  expect(await next(at.associate)).toBeNull();
  await at.manager.post(`/api/pay/payroll/${at.first}/approve`, {});
  expect(await next()).toEqual({ from: at.first, to: daysBefore(at.second, 1) });
  await at.pay(at.first);
  expect(await next()).toBeNull();
});

it('a statement is approved as it was seen, and its first approver stays', async () => {
  const { first, employeeId, ...at } = await company();
  const row = async () => {
    await read();
    const rows = (await at.boss.get(`/api/pay/payroll/${first}`)).body.requestedData;
    return rows.find((each: { employee_id: string }) => each.employee_id === employeeId);
  };
  const approve = (who: typeof at.boss, version: string, query = `?employeeId=${employeeId}`) =>
    who.post(`/api/pay/payroll/${first}/approve${query}`, { versions: `${employeeId}=${version}` });
  const seen = await row();
  await at.associate.patch(`/api/sales/editsale/${at.sale}`, { status: 'Closed', price: '9000' });
  expect(await approve(at.manager, seen.version)).toMatchObject({
    ...{ status: 409, body: { error: 'statementChanged' } },
  });
  expect((await approve(at.manager, seen.version, '')).body).toMatchObject({
    ...{ done: [], refused: [{ employee_id: employeeId, error: 'statementChanged' }] },
  });
  const { version } = await row();
  expect((await approve(at.manager, version)).body).toMatchObject({ done: [employeeId] });
  expect((await approve(at.boss, version)).body).toMatchObject({ done: [employeeId] });
  expect(await row()).toMatchObject({ state: 'approved', approved_by_name: 'Manager1 Test' });
});
