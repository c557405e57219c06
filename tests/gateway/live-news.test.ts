import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { asText } from './dashboard.ts';
import { eventually, readyDashboard, recordDirectly, recordSale, restBillboard } from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;
let associate: HttpClient;

beforeAll(async () => {
  program = await startTestProgram();
});
beforeEach(async () => {
  company = await program.seedCompany({ associates: 20 });
  manager = await program.signIn(company.managers[0]?.email ?? '');
  associate = await program.signIn(company.associates[0]?.email ?? '');
});
afterAll(() => program.stop());

const sellerId = () => company.associates[0]?.employeeId ?? '';

it('a sale over HTTP changes the row on an open dashboard, following its snapshot', {
  tags: ['decision-9.36'],
}, async () => {
  const dashboard = await readyDashboard(program, manager);
  const countBefore = dashboard.messages.length;
  const saleId = await recordSale(associate, company, { price: '1234.50' });
  await eventually(() =>
    expect(dashboard.board()?.rows.get(sellerId())).toMatchObject({ sales: 1, commission: 123.45 }),
  );
  const [recorded] = await program.core.store.read(streams.sale(company.companyId, saleId));
  const news = dashboard.messages.slice(countBefore).filter(({ topic }) => topic === 'billboard');
  for (const message of news) expect(message).toHaveProperty('from');
  // Perhaps shown before its commit, but never with the position of another event.
  expect(news.at(-1)).toMatchObject({ version: recorded?.position, data: { removed: [] } });
  expect(dashboard.messages.find(({ topic }) => topic === 'billboard')).not.toHaveProperty('from');
  expect(dashboard.gaps).toEqual([]);
});

it('a sale is on the dashboard as soon as it is safe, however long the read models take', async () => {
  // An earlier event waiting for the lock would keep the sale from being folded.
  expect(await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS)).toBe(true);
  const dashboard = await readyDashboard(program, manager);
  expect(dashboard.board()?.rows.get(sellerId())).toMatchObject({ sales: 0 });
  const lock = await program.core.database.owner.connect();
  await lock.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0;
    LOCK TABLE read.employee_days IN EXCLUSIVE MODE`);
  const recorded = recordSale(associate, company);
  try {
    await eventually(() => expect(dashboard.board()?.rows.get(sellerId())).toMatchObject({ sales: 1 }));
    expect(program.progress.position()).toBeLessThan(dashboard.board()?.version ?? 0);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await recorded;
  // The manager's reads wait for the manager's own writes only.
  expect(await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS)).toBe(true);
  const rows = await restBillboard(manager, dashboard.board()?.date ?? '');
  await eventually(() => expect(asText(dashboard.board()?.rows.values() ?? [])).toBe(asText(rows)));
  expect(dashboard.gaps).toEqual([]);
});

it('sellers see their own figures change, equal to REST', { tags: ['decision-7.4'] }, async () => {
  const dashboard = await readyDashboard(program, associate);
  const commission = async () =>
    (await associate.get(`/api/sales/get-commission/${sellerId()}`)).body.commission;
  const known = await commission();
  await eventually(() => expect(dashboard.figures()?.totalCommission).toBe(known));
  const before = dashboard.figures();
  await recordSale(associate, company, { price: '50' });
  const earned = await commission();
  await eventually(() =>
    expect(dashboard.figures()).toMatchObject({
      employeeId: sellerId(),
      totalCommission: earned,
      todaySales: (before?.todaySales ?? 0) + 1,
    }),
  );
});

it('sellers see the duration that a manager gives to their shift of today, not that of the next one', async () => {
  const dashboard = await readyDashboard(program, associate);
  await eventually(() => expect(dashboard.figures()?.loginTime).toEqual(expect.any(String)));
  const changed = await manager.patch('/api/employees/edit/shiftDuration/manager', {
    ...{ employeeId: sellerId(), loginDate: dashboard.figures()?.date ?? '', shiftDuration: '3' },
  });
  expect(changed.status).toBe(200);
  await eventually(() => expect(dashboard.figures()?.shiftDuration).toBe(3));
});

it('managers get news of the sale itself, associates do not', async () => {
  const [boss, other] = [await readyDashboard(program, manager), await readyDashboard(program, associate)];
  await eventually(() => expect(boss.news()).not.toBeNull());
  const saleId = await recordSale(associate, company, { price: '77' });
  await eventually(() => expect(boss.news()?.map((one) => one.saleId)).toContain(saleId));
  const outcome = program.core.commands.sales.deleteSale(
    contextOf(company.companyId, { actorId: sellerId(), now: new Date().toISOString() }),
    { saleId, actorIsManager: false },
  );
  await done(outcome);
  await eventually(() =>
    expect(boss.news()?.find((one) => one.saleId === saleId)).toMatchObject({
      kind: 'deleted',
      firstName: 'Associate1',
      campaignName: 'Solar',
      price: '$77.00',
      status: 'Closed',
    }),
  );
  expect(other.news()).toBeNull();
  // A later dashboard shows the latest news.
  const late = await readyDashboard(program, manager);
  await eventually(() => expect(late.news()?.at(-1)).toMatchObject({ saleId, kind: 'deleted' }));
});

it('a new name of an employee is on the billboard without a sale', async () => {
  const dashboard = await readyDashboard(program, manager);
  expect(dashboard.board()?.rows.get(sellerId())?.first_name).toBe('Associate1');
  await done(
    program.core.commands.employees.editEmployee(contextOf(company.companyId), {
      employeeId: sellerId(),
      firstName: 'Renamed',
      role: 'sales associate',
      campaignId: company.campaigns[0]?.campaignId,
    }),
  );
  await eventually(() => expect(dashboard.board()?.rows.get(sellerId())?.first_name).toBe('Renamed'));
});

it('a client that missed a change notices the gap, resyncs, and is right again', async () => {
  const dashboard = await readyDashboard(program, manager);
  const lost = dashboard.loseOne('billboard');
  await recordSale(associate, company);
  // Two sales at once may come as one change, and then nothing follows that would show the gap.
  await lost;
  await recordSale(associate, company);
  await eventually(() => expect(dashboard.gaps).not.toEqual([]));
  await eventually(async () => {
    const board = dashboard.board();
    expect(asText(board?.rows.values() ?? [])).toBe(asText(await restBillboard(manager, board?.date ?? '')));
  });
  expect(dashboard.snapshots('billboard').length).toBeGreaterThan(1);
});

it('2,000 sales in a burst make about ten pushes a second and leave the right billboard', async () => {
  const dashboard = await readyDashboard(program, manager);
  const started = performance.now();
  const pushedBefore = dashboard.changes('billboard').length;
  let position = 0;
  for (let sale = 0; sale < 2_000; sale += 40) {
    const wave = Array.from({ length: 40 }, (_, at) =>
      recordDirectly(program, company, company.associates[(sale + at) % 20]?.employeeId ?? ''),
    );
    position = Math.max(position, ...(await Promise.all(wave)));
  }
  expect(await program.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  await eventually(() => expect(dashboard.board()?.version).toBe(position));
  const seconds = (performance.now() - started) / 1000;
  const pushes = dashboard.changes('billboard').length - pushedBefore;
  // Ten a second, plus a few first changes of a row.
  expect(pushes).toBeLessThanOrEqual(10 * seconds + 5);
  const board = dashboard.board();
  expect(asText(board?.rows.values() ?? [])).toBe(asText(await restBillboard(manager, board?.date ?? '')));
  expect(dashboard.gaps).toEqual([]);
});

it('counts its work in metrics', async () => {
  const metric = async (name: string): Promise<number> => {
    const { body } = await program.client().get('/metrics');
    const counts = body.matchAll(new RegExp(`^tallyboard_live_${name}(?:{[^}]*})? (\\d+)$`, 'gm'));
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const counters = ['pushes_total', 'coalesced_rows_total', 'resyncs_total'];
  const before = await Promise.all(counters.map(metric));
  const dashboard = await readyDashboard(program, manager);
  expect(await metric('sockets')).toBeGreaterThan(0);
  const lost = dashboard.loseOne('billboard');
  await recordSale(associate, company);
  await lost;
  await recordSale(associate, company);
  // Of a person without a preview, which would answer them without a read. The first is read when the others come.
  const { companyId } = company;
  const employee_id = company.associates[1]?.employeeId ?? '';
  const keys = [{ employee_id, day: dashboard.board()?.date ?? '' }];
  const changes = [{ model: 'employee-days', companyId, keys }];
  for (let news = 0; news < 3; news += 1)
    program.bus.publish({ kind: 'committed', position: program.progress.position(), changes });
  await eventually(async () => {
    for (const [at, name] of counters.entries())
      expect(await metric(name), name).toBeGreaterThan(before[at] ?? 0);
  });
});
