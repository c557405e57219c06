import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Preview } from '#contracts/endpoints/imports.endpoints.ts';
import { DAY_MS, daysBefore, localDate } from '#contracts/local-date.ts';
import { createLog } from '#platform/log.ts';
import { type ImportsDeps, runImportsJob } from '#services/import/imports.ts';
import { upload } from '#tests/import/upload.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { auditStatementsOf } from './statements-audit.ts';

let program: TestProgram;
beforeAll(async () => {
  // The test runs the jobs.
  program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
});
afterAll(() => program.stop());

const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };

async function world() {
  const company = await program.seedCompany({ managers: 1, associates: 1, campaigns: [{ name: 'Fibre' }] });
  const owner = await program.signIn(company.owner.email);
  const today = localDate(program.core.clock.now().toISOString(), DAYTIME_ZONE);
  const first = daysBefore(today, 7);
  const schedule = { rhythm: 'weekly', firstDay: first, timeZone: DAYTIME_ZONE };
  expect((await owner.send('PUT', '/api/pay/schedule', schedule)).status).toBe(200);
  const [associate] = company.associates;
  const work = async (deps: ImportsDeps = program.core.imports) => {
    while ((await deps.records.atWork()).length > 0) await runImportsJob(deps).handler({}, run);
    await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  };
  return {
    ...{ company, owner, first, today, work },
    /** Each row is a Closed sale: its date and its price; 10 % are commission. */
    async upload(...rows: (readonly [date: string, price: number])[]) {
      const lines = rows.map(([date, price]) => `${date};${associate?.email};Fibre;${price}`);
      const file = ['Date;Email;Product;Amount', ...lines].join('\n');
      const { id } = ((await upload(program.url, owner, file)).body as Preview).import;
      expect((await owner.post(`/api/imports/${id}/start`)).status).toBe(200);
      return id;
    },
    /** A manager approves the period of everybody, and the super employee locks it. */
    async pays(from: string): Promise<void> {
      const manager = await program.signIn(company.managers[0]?.email ?? '');
      await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
      expect((await manager.post(`/api/pay/payroll/${from}/approve`)).body).toMatchObject({ refused: [] });
      expect((await owner.post(`/api/pay/payroll/${from}/lock`)).body).toMatchObject({ refused: [] });
    },
    /** State and payable of each statement with an amount, by the first day of its period. */
    async statements() {
      const { body } = await owner.get(`/api/pay/statements?employeeId=${associate?.employeeId}`);
      type Row = { from: string; state: string; payable: number; carried_over: number };
      const rows: Row[] = body.requestedData;
      return Object.fromEntries(
        rows
          .filter(({ payable, carried_over, state }) => payable || carried_over || state === 'imported')
          .map(({ from, state, payable, carried_over }) => [from, `${state} ${payable + carried_over}`]),
      );
    },
  };
}

it('a book imported after the first period began counts as paid before it, until it is taken back', async () => {
  const { company, owner, first, work, ...here } = await world();
  const before = (days: number) => daysBefore(first, days);
  const book = await here.upload(
    [before(1), 100],
    [before(2), 200],
    [before(8), 50],
    [daysBefore(first, -1), 7],
  );
  await work();
  expect(await here.statements()).toEqual({
    ...{ [before(7)]: 'imported 30', [before(14)]: 'imported 5', [first]: 'in review 0.7' },
  });

  await here.upload([before(3), 1000]);
  await work();
  const both = { [before(7)]: 'imported 130', [before(14)]: 'imported 5', [first]: 'in review 0.7' };
  expect(await here.statements()).toEqual(both);

  // A change by a person is an adjustment.
  const employeeId = company.associates[0]?.employeeId ?? '';
  const sales = (await owner.get(`/api/sales/getsales/all?employeeId=${employeeId}`)).body.requestedData;
  const [large] = sales.filter(({ price }: { price: string }) => price === '$1000.00');
  await owner.patch(`/api/sales/editsale/${large.id}`, { status: 'Closed', price: '900', employeeId });
  expect(await here.statements()).toEqual({ ...both, [here.today]: 'open -10' });

  expect((await owner.post(`/api/imports/${book}/undo`)).status).toBe(200);
  await work();
  expect(await here.statements()).toEqual({
    ...{ [before(7)]: 'imported 100', [before(14)]: 'imported 0', [here.today]: 'open -10' },
  });
  expect(await auditStatementsOf(program.core, company.owner.email)).toEqual({
    code: 0,
    said: [`Company of ${company.owner.email}: 0 of 7 amounts changed in 5 locked statements`],
  });
});

it('an undo takes back what counted as paid; what a statement paid since is an adjustment', async () => {
  const { company, owner, first, today, work, pays, ...here } = await world();
  const book = await here.upload([daysBefore(first, 1), 500]);
  await work();
  const employeeId = company.associates[0]?.employeeId ?? '';
  const [sale] = (await owner.get(`/api/sales/getsales/all?employeeId=${employeeId}`)).body.requestedData;
  const { editSale } = program.core.commands.sales;
  const edits = (days: number, price: string) => {
    const now = new Date(program.core.clock.now().getTime() - days * DAY_MS).toISOString();
    const ctx = contextOf(company.companyId, { now });
    return done(editSale(ctx, { saleId: sale.id, price, status: 'Closed', actorIsManager: true }));
  };
  await edits(5, '600');
  await pays(first);
  await edits(0, '500');
  const counted = daysBefore(first, 7);
  await work();
  expect(await here.statements()).toEqual({
    ...{ [counted]: 'imported 50', [first]: 'paid 10', [today]: 'open -10' },
  });
  expect((await owner.post(`/api/imports/${book}/undo`)).status).toBe(200);
  await work();
  expect(await here.statements()).toEqual({
    ...{ [counted]: 'imported 0', [first]: 'paid 10', [today]: 'open -10' },
  });
  expect(await auditStatementsOf(program.core, company.owner.email)).toMatchObject({ code: 0 });
});

it('a sale that a person changes before its import has counted counts as paid as it was imported', async () => {
  const { company, owner, first, today, work, ...here } = await world();
  await here.upload([daysBefore(first, 1), 1000]);
  const { imports } = program.core;
  await runImportsJob({ ...imports, countAsPaid: async () => false }).handler({}, run);
  const employeeId = company.associates[0]?.employeeId ?? '';
  await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  const [sale] = (await owner.get(`/api/sales/getsales/all?employeeId=${employeeId}`)).body.requestedData;
  await owner.patch(`/api/sales/editsale/${sale.id}`, { status: 'Closed', price: '900', employeeId });
  expect(await here.statements()).toEqual({});
  await work();
  expect(await here.statements()).toEqual({
    ...{ [daysBefore(first, 7)]: 'imported 100', [today]: 'open -10' },
  });
  expect(await auditStatementsOf(program.core, company.owner.email)).toMatchObject({ code: 0 });
});

it('an import that stopped before it counted is finished by the next run', async () => {
  const { first, work, ...here } = await world();
  await here.upload([daysBefore(first, 1), 100]);
  const { imports } = program.core;
  let failures = 0;
  const failing: ImportsDeps = {
    ...imports,
    async countAsPaid(ctx) {
      await imports.countAsPaid(ctx);
      failures += 1;
      throw new Error('the process ended behind the events');
    },
  };
  await expect(runImportsJob(failing).handler({}, run)).rejects.toThrow('1 imports stopped');
  await work();
  expect(failures).toBe(1);
  expect(await here.statements()).toEqual({ [daysBefore(first, 7)]: 'imported 10' });
});
