import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { localDate } from '#contracts/local-date.ts';
import { periodsUntil } from '#contracts/pay/pay-periods.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { createQueries } from '#projections/all.queries.ts';
import { timeTravel } from '#projections/as-of/time-travel.plugin.ts';
import { pay as payModel } from '#projections/pay/pay.projector.ts';
import type { PersonPay } from '#projections/pay/pay.queries.ts';
import { recomputeStatements } from '#projections/pay/recomputed-statements.ts';
import { heldAt } from '#projections/pay/statement-rows.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { dumpReadModels } from '#tests/projections/projection-world.ts';
import { SEED } from '#tests/support/seed.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { contradictions, DUE_AND_LOCKED } from './pay-oracle.ts';
import { openPayWorld, type PayCompany, type PayWorld, payCompany, ZONE } from './pay-world.ts';

const HISTORIES = 8;
const STEPS = 250;

const ACTIONS = {
  ...{ record: 20, edit: 26, remove: 5, signIn: 4, pass: 14, approve: 16, lock: 14, addLine: 5, undoLine: 2 },
  ...{ returnOne: 1, clawback: 2 },
} as const;
type Action = keyof typeof ACTIONS;

const anyStep = fc.record({
  action: fc.oneof(
    ...Object.entries(ACTIONS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Action) })),
  ),
  numbers: fc.noBias(fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 })),
});
type World = PayWorld & PayCompany;
type Step = { readonly action: Action; readonly numbers: readonly number[] };

const STATUSES = ['Closed', 'Lead', 'Closed', 'None', 'Closed'] as const;
const ZONES = ['America/Toronto', 'America/Vancouver', 'Pacific/Auckland'] as const;
const pick = <Item>(items: readonly Item[], number = 0): Item => items[number % items.length] as Item;

/** Takes one step; a refusal is one of the outcomes. */
async function take(world: World, { action, numbers }: Step, known: { sales: string[]; lines: string[] }) {
  const { commands, payroll, sellers, managers, campaigns, by } = world;
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  const employeeId = pick(sellers, first);
  const by2 = by(pick(managers, second));
  const today = localDate(world.now(), ZONE);
  const { schedules } = await world.queries.payRulesOf(world.companyId);
  const ended = periodsUntil(schedules, today).slice(0, -1);
  const lockedTo = [...(await world.queries.payOf(world.companyId, sellers)).values()].map(
    (each) => each.lockedTo,
  );
  // Mostly the one that is to be paid next.
  const next = ended.find(({ from }) => lockedTo.some((to) => to === null || to < from));
  const period = third % 4 === 0 ? pick(ended.slice(-3), fourth) : next;
  switch (action) {
    case 'record': {
      const sale = { name: 'A sale', price: String(fourth / 100), status: pick(STATUSES, third) };
      const where = {
        employeeId,
        campaignId: pick(campaigns, second),
        entryDate: today,
        actorIsManager: true,
      };
      const outcome = await commands.sales.recordSale(by2, { ...sale, ...where });
      if (outcome.ok) known.sales.push(outcome.value.saleId);
      return;
    }
    case 'edit': {
      if (known.sales.length === 0) return;
      const edit = {
        status: pick(STATUSES, second),
        ...(third % 2 === 0 && { price: String(fourth / 100) }),
      };
      const campaignId = third % 5 === 0 ? pick(campaigns, fourth) : undefined;
      await commands.sales.editSale(by2, {
        ...{ ...edit, saleId: pick(known.sales, first), campaignId, actorIsManager: true },
      });
      return;
    }
    case 'remove':
      if (known.sales.length > 0)
        await commands.sales.deleteSale(by2, { saleId: pick(known.sales, first), actorIsManager: true });
      return;
    case 'signIn':
      await commands.shifts.begin(by(employeeId), {
        ...{ employeeId, timeZone: pick(ZONES, second), reason: 'refresh' },
      });
      return;
    case 'pass':
      world.pass((1 + (fourth % 40)) / 8);
      return;
    case 'approve':
      await world.read();
      if (period) await payroll.approve(by2, period, [...sellers]);
      return;
    case 'lock':
      await world.read();
      if (period) await payroll.lock(by2, period, [...sellers]);
      return;
    case 'addLine': {
      const present = periodsUntil(schedules, today).at(-1);
      const line = { kind: 'bonus', cents: fourth - 7000 || 1, reason: 'Well done', saleId: null } as const;
      const at = third % 2 === 0 ? present : period;
      if (!at) return;
      const outcome = await commands.pay.addLine(by2, { employeeId, period: at, ...line });
      if (outcome.ok) known.lines.push(`${employeeId} ${outcome.value.lineId}`);
      return;
    }
    case 'undoLine': {
      const [of, lineId] = pick(known.lines, first)?.split(' ') ?? [];
      const present = periodsUntil(schedules, today).at(-1);
      if (of && lineId && present)
        await commands.pay.undoLine(by2, { employeeId: of, lineId, reason: 'A slip', period: present });
      return;
    }
    case 'returnOne':
      await world.read();
      if (period) await payroll.returnToReview(by2, period, [employeeId], 'Look again');
      return;
    case 'clawback':
      await commands.pay.setClawbackWindow(by2, { days: third % 3 === 0 ? null : third % 20 });
  }
}

/** What is locked of each sale and what is still on a statement to come are together what it is due. */
async function expectAllDue(world: World): Promise<number> {
  await world.read();
  const pay = await world.queries.payOf(world.companyId, world.sellers);
  const open = new Map<string, number>();
  for (const [employeeId, { lines }] of pay)
    for (const { id, cents, waivedCents } of lines) open.set(`${id} ${employeeId}`, cents + waivedCents);
  const { rows } = await world.pool.query<{ id: string; employee_id: string; due: number; locked: number }>(
    DUE_AND_LOCKED,
  );
  const sums = rows.map((row) => ({ ...row, open: open.get(`${row.id} ${row.employee_id}`) ?? 0 }));
  const wrong = sums.filter(({ locked, open, due }) => locked + open !== due);
  expect(wrong).toEqual([]);
  return rows.filter(({ locked }) => locked !== 0).length;
}

/** What can still be taken back of each person is what each sale keeps less than is paid of it; and it has that end. */
async function expectExposures({ pool, queries, companyId, sellers, now }: World): Promise<number> {
  const sales = await queriesOn<ReadModels>(pool).selectFrom('read.pay_sales as s').selectAll().execute();
  let exposed = 0;
  for (const seller of sellers) {
    const at = (moment: string) => queries.exposureOf(companyId, seller, moment);
    const left = (moment: string) =>
      sales.reduce((sum, sale) => {
        const isTheirs = sale.employee_id === seller;
        return isTheirs ? sum + Math.max(0, sale.paid_cents - heldAt(sale, moment)) : sum;
      }, 0);
    const { cents, until } = await at(now());
    expect(cents).toBe(left(now()));
    const end = Date.parse(until ?? '9999-01-01T00:00:00.000Z');
    expect(left(new Date(end).toISOString()) > 0).toBe(cents > 0);
    if (until) expect(left(new Date(end + 1).toISOString())).toBe(0);
    exposed += Number(cents > 0);
  }
  return exposed;
}

async function* eventsOf({ store, companyId }: World): AsyncGenerator<StoredEvent, void, void> {
  for await (const page of store.readCompany(companyId, { after: START, to: await store.head() }))
    for (const event of page) yield decodeEvent(event);
}

/** The pay of the sellers as it was read then, to be asked for again. */
type Moment = { readonly position: number; readonly pay: unknown };

async function momentOf(world: World): Promise<Moment> {
  const { queries, companyId, sellers } = world;
  await world.read();
  const position = (await queries.historyEnds(companyId)).last?.position ?? 0;
  return { position, pay: inOrderOf(await queries.payOf(companyId, sellers)) };
}

/** Rows have no order. */
function inOrderOf(pay: ReadonlyMap<string, PersonPay>): unknown {
  return [...pay].map(([id, { lines, payEvents, ...person }]) => {
    return { id, ...person, lines: lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  });
}

/** What is asked as of a moment is what was read then; and a rebuild makes the same rows. */
async function expectSamePast(world: World, moments: readonly Moment[]): Promise<void> {
  let at = 0;
  const past = createQueries(queriesOn<ReadModels>(world.pool).withPlugin(timeTravel(() => at)));
  for (const { position, pay } of moments) {
    at = position;
    expect(inOrderOf(await past.payOf(world.companyId, world.sellers))).toEqual(pay);
  }
  const live = await dumpReadModels(world.pool, [payModel]);
  await rebuild({ pool: world.pool, store: world.store, projections: [payModel] });
  expect(await dumpReadModels(world.pool, [payModel])).toEqual(live);
}

test('whatever happens, the lines of each sale are what it is due, and each person is paid the sum of all lines', {
  tags: ['decision-11.3'],
}, async () => {
  console.log(`pay: ${HISTORIES} random histories, SEED=${SEED}`);
  const seen = { paidSales: 0, exposed: 0, locked: 0, adjusted: 0, carried: 0 };
  const steps = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (history, hasClawback) => {
      const database = await createTestDatabase();
      const opened = await openPayWorld(database);
      const world = { ...opened, ...(await payCompany(opened)) };
      try {
        const schedule = { rhythm: 'weekly', firstDay: '2026-03-01', timeZone: ZONE };
        await world.payroll.setSchedule(world.by(), schedule);
        const known = { sales: [], lines: [] };
        const moments: Moment[] = [];
        for (const step of history) {
          if (hasClawback || step.action !== 'clawback') await take(world, step, known);
          if (step.action === 'lock') moments.push(await momentOf(world));
        }
        seen.paidSales += await expectAllDue(world);
        seen.exposed += await expectExposures(world);
        expect(await contradictions(world.pool, { hasClawback })).toEqual([]);
        for await (const { locked, recomputed } of recomputeStatements(() => eventsOf(world)))
          expect(recomputed).toEqual(locked);
        if (!hasClawback) await expectSamePast(world, moments);
        const { rows } = await world.pool.query<{ state: string; adjusted: number; carried: number }>(
          `SELECT count(*) FILTER (WHERE state = 'paid')::integer AS locked,
                  count(*) FILTER (WHERE adjustment_cents <> 0)::integer AS adjusted,
                  count(*) FILTER (WHERE carried_over_cents < 0)::integer AS carried FROM read.pay_statements`,
        );
        for (const [name, count] of Object.entries(rows[0] ?? {})) seen[name as 'locked'] += Number(count);
      } finally {
        await world.stop();
        await database.drop();
      }
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  // Histories in which nothing is paid would prove nothing.
  for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(HISTORIES / 2);
});
