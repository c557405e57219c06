import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { auditStatementsOf } from './statements-audit.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

/** A company that pays weekly since a week ago; sales of one of its two campaigns have to be confirmed. */
async function world({ managers = 1 } = {}) {
  const campaigns = [{ name: 'Checked' }, { name: 'Free' }];
  const company = await program.seedCompany({ managers, associates: 1, campaigns });
  const [owner, associate] = await Promise.all([
    program.signIn(company.owner.email),
    program.signIn(company.associates[0]?.email ?? ''),
  ]);
  const manager = company.managers[0] ? await program.signIn(company.managers[0].email) : owner;
  const today = localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE);
  const first = daysBefore(today, 7);
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: DAYTIME_ZONE };
  await owner.send('PUT', '/api/pay/schedule', schedule);
  const [checked = '', free = ''] = company.campaigns.map(({ campaignId }) => campaignId);
  const verified = { campaignId: checked, required: 'true' };
  expect((await owner.send('PUT', '/api/pay/verification', verified)).status).toBe(200);
  const { employeeId = '' } = company.associates[0] ?? {};
  const readAll = async () => program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  return {
    ...{ company, owner, manager, associate, employeeId, first, today, checked, free },
    /** The id of a new Closed sale; 10 % are commission. */
    async sells(by = associate, campaignId = checked, price = '100'): Promise<string> {
      const form = { name: 'Boat', price, status: 'Closed', campaignId, employeeId };
      const { body } = await by.post('/api/sales/addsale', form);
      return body.requestedData.at(-1).id;
    },
    edits: (id: string, fields: object, by = associate) =>
      by.patch(`/api/sales/editsale/${id}`, { status: 'Closed', employeeId, ...fields }),
    confirms: (id: string, by = manager) => by.post(`/api/pay/sales/${id}/confirm`),
    /** The amounts of the present statement: payable ones, and those that wait. */
    async amounts() {
      await readAll();
      const { body } = await associate.get(`/api/pay/statements/${today}`);
      const [{ lines, pending }] = body.requestedData;
      const amountsOf = (rows: { amount: number }[]) => rows.map(({ amount }) => amount);
      return { lines: amountsOf(lines), pending: amountsOf(pending) };
    },
  };
}

describe('a Closed sale of an associate in a campaign whose sales are confirmed', () => {
  it('is on the board at once, and payable when a manager confirmed it', async () => {
    const { associate, manager, employeeId, today, ...here } = await world();
    const id = await here.sells();
    expect(await here.amounts()).toEqual({ lines: [], pending: [10] });
    const { body: board } = await associate.get(`/api/sales/get-commission/${employeeId}`);
    expect(board.commission).toBe(10);
    const { body } = await manager.get(`/api/pay/payroll/${today}`);
    const row = body.requestedData.find((each: { employee_id: string }) => each.employee_id === employeeId);
    expect(row).toMatchObject({ pending: 1, lines: 0, payable: 0 });
    expect((await here.confirms(id, associate)).status).toBe(403);
    expect((await here.confirms(id)).body.message).toBe('Sale confirmed');
    expect(await here.amounts()).toEqual({ lines: [10], pending: [] });
    expect(await here.confirms(id)).toMatchObject({ status: 404, body: { error: 'saleNotPending' } });
  });

  it('is confirmed as the manager saw it', async () => {
    const { manager, employeeId, today, ...here } = await world();
    const id = await here.sells();
    const pendingNow = async () => {
      const { body } = await manager.get(`/api/pay/statements/${today}?employeeId=${employeeId}`);
      return body.requestedData[0].pending[0];
    };
    const seen = await pendingNow();
    await here.edits(id, { price: '9000' });
    const confirm = ({ since }: { since: number }) => manager.post(`/api/pay/sales/${id}/confirm`, { since });
    expect(await confirm(seen)).toMatchObject({ status: 409, body: { error: 'saleChanged' } });
    expect((await confirm(await pendingNow())).status).toBe(200);
    expect(await here.amounts()).toEqual({ lines: [900], pending: [] });
  });

  it('waits again when the associate changes its commission, and only with what is more', async () => {
    const { associate, ...here } = await world();
    const id = await here.sells();
    await here.confirms(id);
    await here.edits(id, { details: 'red' });
    expect(await here.amounts()).toEqual({ lines: [10], pending: [] });
    await here.edits(id, { price: '300' });
    expect(await here.amounts()).toEqual({ lines: [], pending: [30] });
    await here.edits(id, { price: '100' });
    expect(await here.amounts()).toEqual({ lines: [], pending: [10] });
    await here.confirms(id);
    expect(await here.amounts()).toEqual({ lines: [10], pending: [] });
  });

  it('needs no confirmation when a manager entered or changed it, or it moves to another campaign', async () => {
    const { manager, free, ...here } = await world();
    await here.sells(manager);
    const changed = await here.sells();
    await here.edits(changed, { price: '200' }, manager);
    const moved = await here.sells();
    await here.edits(moved, { campaignId: free });
    await here.sells(undefined, free, '400');
    expect(await here.amounts()).toEqual({ lines: [10, 20, 10, 40], pending: [] });
  });

  it('is not on a statement that is locked meanwhile, but on the next', async () => {
    const { owner, manager, company, employeeId, first, ...here } = await world();
    const id = await here.sells();
    const bonus = { employeeId, kind: 'bonus', amount: '5', reason: 'A long week', period: first };
    await manager.post('/api/pay/lines', bonus);
    await manager.post(`/api/pay/payroll/${first}/approve`, {});
    expect((await owner.post(`/api/pay/payroll/${first}/lock`, {})).body.done).toEqual([employeeId]);
    await here.confirms(id);
    expect(await here.amounts()).toEqual({ lines: [10], pending: [] });
    const { said } = await auditStatementsOf(program.core, company.owner.email);
    expect(said).toEqual([expect.stringContaining(': 0 of 1 amounts changed in 1 locked statements')]);
  });

  it('of an associate turned manager is confirmed by another manager', async () => {
    const { owner, company, employeeId, ...here } = await world();
    const id = await here.sells();
    const role = { employeeRole: 'manager', campaignId: here.free };
    const promotion = await owner.patch(`/api/employees/editemployee/${employeeId}`, role);
    expect(promotion).toMatchObject({ status: 200 });
    // Rights come from the read models.
    await here.amounts();
    const promoted = await program.signIn(company.associates[0]?.email ?? '');
    const refused = { status: 403, body: { error: 'ownSale' } };
    expect(await here.confirms(id, promoted)).toMatchObject(refused);
    const other = `/api/employees/delete/${company.managers[0]?.employeeId}`;
    expect((await owner.send('DELETE', other)).status).toBe(200);
    await here.amounts();
    expect(await here.confirms(id, promoted)).toMatchObject(refused);
    expect((await here.confirms(id, owner)).status).toBe(200);
  });

  it('confirmed by two managers at once, and by one again, is confirmed once', async () => {
    const { owner, employeeId, company, ...here } = await world();
    const id = await here.sells();
    await Promise.all([here.confirms(id), here.confirms(id, owner)]);
    const stream = `pay-${company.companyId}_${employeeId}`;
    const events = await program.core.store.read(stream);
    expect(events.filter(({ type }) => type === 'SaleConfirmed')).toHaveLength(1);
    expect(await here.amounts()).toEqual({ lines: [10], pending: [] });
  });
});
