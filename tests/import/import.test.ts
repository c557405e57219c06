import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { type ImportReport, runImport } from '#services/import/import-run.ts';
import { auditStatementsOf } from '#tests/pay/statements-audit.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { BOOK, BOOK_IS_ABSENT, isBookThere, totalsOfTheBook } from './book.ts';

describe('the sample file of 8,800 sales', () => {
  if (!isBookThere) {
    it('is imported', (test) => test.skip(BOOK_IS_ABSENT));
    return;
  }

  let program: TestProgram;
  let report: ImportReport;
  let firstPassword: string | undefined;
  let steps = 0;

  const run = () => {
    const now = program.core.clock.now().toISOString();
    return runImport({ ...program.core, now, today: now.slice(0, 10) }, BOOK, {
      founded: (_email, password) => {
        firstPassword = password;
      },
      start: () => {
        steps = 0;
      },
      step: () => {
        steps += 1;
      },
    });
  };

  beforeAll(async () => {
    program = await startTestProgram();
    report = await run();
    expect(await program.progress.waitFor(report.position, MAX_WAIT_MS)).toBe(true);
  });
  afterAll(() => program.stop());

  it('is imported completely, ready to be read', () => {
    expect(report).toMatchObject({ rows: 8800, accepted: 8800, alreadyThere: 0, refused: [] });
    expect(report).toMatchObject({ campaigns: 7, managers: 6, associates: 35 });
    expect(report).toMatchObject({ closed: 4238, closedCents: 1_000_553_400, commissionCents: 100_055_340 });
    expect(steps).toBe(8800);
  });

  it('gives every agent the totals of the file', async () => {
    const db = queriesOn<ReadModels>(program.core.database.owner);
    const people = await createQueries(db).listEmployees(report.companyId, {}, { limit: 1000 });
    const agents = people.rows.filter(({ employee_role }) => employee_role === 'sales associate');
    expect(agents).toHaveLength(35);
    const expected = totalsOfTheBook();
    let sold = 0;
    for (const { id, first_name, last_name } of agents) {
      const totals = expected.get(`${first_name} ${last_name}`);
      const { rows: sales } = await createQueries(db).salesOfEmployee(report.companyId, id, {
        limit: 10_000,
      });
      const closed = sales.filter(({ status }) => status === 'Closed');
      const cents = closed.reduce((sum, { price }) => sum + Math.round(Number(price.slice(1)) * 100), 0);
      expect({ name: last_name, rows: sales.length, closed: closed.length, cents }).toEqual({
        name: last_name,
        rows: totals?.rows ?? 0,
        closed: totals?.closed ?? 0,
        cents: totals?.cents ?? 0,
      });
      expect(await createQueries(db).commissionOf(report.companyId, id)).toBe(totals?.commission ?? 0);
      if (closed.length > 0) sold += 1;
    }
    expect(sold).toBe(30);
  });

  it('makes a company on a trial that can sign in', async () => {
    const db = queriesOn<ReadModels>(program.core.database.owner);
    expect(await createQueries(db).companyAccount(report.companyId)).toMatchObject({
      name: 'Hardware House',
      status: 'trialing',
      subscriptionIsActive: true,
    });
    const admin = await program.signIn('admin@hardware.test', firstPassword);
    const { body } = await admin.get('/api/campaigns/getcampaigns/all');
    expect(JSON.stringify(body)).toContain('GTX Plus Pro');
    // Agents have an email address, and no password until they choose one.
    await expect(program.signIn('moses.frase@hardware.test', '')).rejects.toThrow('401');
  });

  it('has the same commission in the report, as the total and in the list, for every agent and period', async () => {
    const admin = await program.signIn('admin@hardware.test', firstPassword);
    const { body: people } = await admin.get('/api/employees/getemployees/all');
    const agents = people.requestedData.filter(
      ({ employee_role }: { employee_role: string }) => employee_role === 'sales associate',
    );
    const periods = [
      { from: '2016-01-01', to: '2018-12-31' },
      { from: '2017-03-01', to: '2017-03-31' },
      { from: '2017-07-16', to: '2017-07-29' },
      { from: '2017-12-31', to: '2017-12-31' },
    ].map(({ from, to }) => ({ from, to, file: totalsOfTheBook((date) => from <= date && date <= to) }));
    const cents = (rows: { commission: number }[]) =>
      rows.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
    let earned = 0;
    for (const { id, first_name, last_name } of agents) {
      for (const { from, to, file } of periods) {
        const dates = `from=${from}&to=${to}`;
        const log = await admin.get(`/api/logs/getlogs/${id}?${dates}`);
        const total = await admin.get(`/api/sales/get-commission/${id}?${dates}`);
        const list = await admin.get(`/api/sales/getsales/all?employeeId=${id}&status=Closed&${dates}`);
        const sums = {
          report: cents(log.body.requestedData),
          commission: cents([total.body]),
          sales: cents(list.body.requestedData),
          totalOfSales: cents([list.body]),
        };
        const due = file.get(`${first_name} ${last_name}`)?.commission ?? 0;
        const all = { report: due, commission: due, sales: due, totalOfSales: due };
        expect([id, from, sums]).toEqual([id, from, all]);
        if (from === '2016-01-01') earned += sums.report;
      }
    }
    expect(earned).toBe(100_055_340);
  });

  it('counts as paid, line by line, when the company sets how often it pays', async () => {
    const admin = await program.signIn('admin@hardware.test', firstPassword);
    const today = program.core.clock.now().toISOString().slice(0, 10);
    const schedule = { rhythm: 'monthly', firstDay: `${today.slice(0, 7)}-01`, timeZone: 'UTC' };
    expect((await admin.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
    const { body } = await admin.get(`/api/pay/payroll/${schedule.firstDay}`);
    const people: { employee_id: string; payable: number; lines: number }[] = body.requestedData;
    expect(people.filter(({ payable, lines }) => payable !== 0 || lines > 0)).toEqual([]);
    let paid = 0;
    for (const { employee_id } of people) {
      const { body } = await admin.get(`/api/pay/statements?employeeId=${employee_id}`);
      for (const { state, payable } of body.requestedData)
        if (state === 'imported') paid += Math.round(payable * 100);
    }
    expect(paid).toBe(100_055_340);
    const { code, said } = await auditStatementsOf(program.core, 'admin@hardware.test');
    expect(said.join()).toMatch(/: 0 of 4238 amounts changed in \d+ locked statements$/);
    expect(code).toBe(0);
  });

  it('imported again changes nothing', async () => {
    const before = await program.core.store.head();
    const password = firstPassword;
    const again = await run();
    expect(again).toMatchObject({ accepted: 0, alreadyThere: 8800, refused: [], closedCents: 1_000_553_400 });
    expect(firstPassword).toBe(password);
    expect(await program.core.store.head()).toBe(before);
  });
});
