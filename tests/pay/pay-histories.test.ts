import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { daysBefore, localDate } from '#contracts/local-date.ts';
import { isAhead } from '#contracts/pay/pay-periods.ts';
import { queriesOn } from '#platform/database.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { createQueries, type Queries } from '#projections/all.queries.ts';
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
import { contradictions, DUE_AND_LOCKED, foundByPage } from './pay-oracle.ts';
import { anyStep, type Known, take, type World } from './pay-steps.ts';
import { openPayWorld, payCompany, ZONE } from './pay-world.ts';
import { waitsBy } from './verification-oracle.ts';

const HISTORIES = 8;
const STEPS = 250;

/** What is locked of each sale, what is on a statement to come and what waits are together what it is due. */
async function expectAllDue(world: World): Promise<number> {
  await world.read();
  const { queries, companyId, sellers } = world;
  const open = new Map<string, number>();
  for (const [employeeId, { lines }] of await queries.payOf(companyId, sellers))
    for (const { id, cents, waivedCents } of lines) open.set(`${id} ${employeeId}`, cents + waivedCents);
  for (const { id, employeeId, cents } of await queries.waitingSales(companyId, null)) {
    expect(open.has(`${id} ${employeeId}`), 'waits and is on a statement').toBe(false);
    open.set(`${id} ${employeeId}`, cents);
  }
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

/** What waits for a manager is what waits by the events, and no statement has more of a sale that waited. */
async function expectWaiting(world: World): Promise<number> {
  await count(world);
  await world.read();
  const [first] = (await world.queries.payRulesOf(world.companyId)).schedules;
  // Until it begins, nothing is counted yet.
  if (first && isAhead(first, world.now())) return 0;
  const events: StoredEvent[] = [];
  for await (const event of eventsOf(world)) events.push(event);
  const { waiting, paid } = waitsBy(events, world.managers);
  const listed = await world.queries.waitingSales(world.companyId, null);
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(waiting));
  expect(paid, 'paid more while it waited').toEqual([]);
  return waiting.length;
}

async function* eventsOf({ store, companyId }: World): AsyncGenerator<StoredEvent, void, void> {
  for await (const page of store.readCompany(companyId, { after: START, to: await store.head() }))
    for (const event of page) yield decodeEvent(event);
}

/** The pay of the sellers as it was read then, to be asked for again. */
type Moment = { readonly position: number; readonly at: string; readonly pay: unknown };

async function momentOf(world: World): Promise<Moment> {
  const { queries, companyId } = world;
  await world.read();
  const position = (await queries.historyEnds(companyId)).last?.position ?? 0;
  return { position, at: world.now(), pay: await payAsOf(world, queries, world.now()) };
}

/** Lines, statements and exposures, and what waits. */
async function payAsOf({ companyId, sellers }: World, queries: Queries, at: string) {
  const exposures = await Promise.all(sellers.map((seller) => queries.exposureOf(companyId, seller, at)));
  const waiting = await queries.waitingSales(companyId, null);
  return [inOrderOf(await queries.payOf(companyId, sellers)), exposures, waiting];
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
  for (const moment of moments) {
    at = moment.position;
    expect(await payAsOf(world, past, moment.at)).toEqual(moment.pay);
  }
  const live = await dumpReadModels(world.pool, [payModel]);
  await rebuild({ pool: world.pool, store: world.store, projections: [payModel] });
  expect(await dumpReadModels(world.pool, [payModel])).toEqual(live);
}

async function count({ payroll, by, read }: World): Promise<void> {
  await read();
  await payroll.countImported(by());
}

/** Some days before or after today; a process may be killed before it counts what counts as paid. */
async function setFirstSchedule(
  { commands, payroll, by, now, read }: World,
  daysAhead: number,
): Promise<void> {
  const firstDay = daysBefore(localDate(now(), ZONE), -daysAhead);
  const schedule = { rhythm: 'weekly', firstDay, timeZone: ZONE };
  await (daysAhead % 2 === 0 ? commands.pay : payroll).setSchedule(by(), schedule);
  await read();
}

test('whatever happens, the lines of each sale are what it is due, and each person is paid the sum of all lines', {
  tags: ['decision-11.3'],
}, async () => {
  console.log(`pay: ${HISTORIES} random histories, SEED=${SEED}`);
  const seen = { imported: 0, paidSales: 0, exposed: 0, locked: 0, adjusted: 0, carried: 0, waited: 0 };
  const steps = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS, size: 'max' });
  const start = fc.record({ setAt: fc.constantFrom(15, 40), daysAhead: fc.integer({ min: -1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.boolean(),
      fc.boolean(),
      start,
      async (history, hasClawback, isVerified, first) => {
        const database = await createTestDatabase();
        const opened = await openPayWorld(database);
        const world = { ...opened, ...(await payCompany(opened)) };
        try {
          const known: Known = { sales: [], lines: [], waiting: [] };
          const moments: Moment[] = [];
          for (const [place, step] of history.entries()) {
            if (place === first.setAt) await setFirstSchedule(world, first.daysAhead);
            const isLeftOut =
              step.action === 'clawback' ? !hasClawback : step.action === 'verify' && !isVerified;
            if (!isLeftOut) await take(world, step, known);
            // As the job does, sooner or later.
            if (step.action === 'pass' && place % 3 === 0) await count(world);
            if (step.action === 'lock') moments.push(await momentOf(world));
            if (step.action === 'confirm') await expectWaiting(world);
          }
          await count(world);
          seen.paidSales += await expectAllDue(world);
          seen.exposed += await expectExposures(world);
          seen.waited += await expectWaiting(world);
          expect(await contradictions(world.pool, { isPlain: !hasClawback && !isVerified })).toEqual([]);
          expect(await foundByPage(eventsOf(world))).toEqual([]);
          for await (const { locked, recomputed } of recomputeStatements(() => eventsOf(world)))
            expect(recomputed).toEqual(locked);
          await expectSamePast(world, moments);
          const { rows } = await world.pool.query<{ state: string; adjusted: number; carried: number }>(
            `SELECT count(*) FILTER (WHERE state = 'paid')::integer AS locked,
                  count(*) FILTER (WHERE state = 'imported')::integer AS imported,
                  count(*) FILTER (WHERE adjustment_cents <> 0)::integer AS adjusted,
                  count(*) FILTER (WHERE carried_over_cents < 0)::integer AS carried FROM read.pay_statements`,
          );
          for (const [name, count] of Object.entries(rows[0] ?? {})) seen[name as 'locked'] += Number(count);
        } finally {
          await world.stop();
          await database.drop();
        }
      },
    ),
    { numRuns: HISTORIES, endOnFailure: true },
  );
  // Histories in which nothing is paid would prove nothing.
  for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(HISTORIES / 2);
});
