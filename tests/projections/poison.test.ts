import { afterEach, beforeEach, expect, test } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import { catalogue } from '#projections/catalogue/catalogue.projector.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { ReadModel } from '#projections/runner/read-model.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { salesBook } from '#projections/sales-book/sales-book.projector.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { dumpReadModels, startProjections } from './projection-world.ts';
import { appendToSale, recordSale, saleFacts } from './sale-event.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const asideBy = async (projection: string) => {
  const { rows } = await database.pool.query<{ stream: string; reason: string; company_id: string }>(
    'SELECT stream, reason, company_id FROM read.set_aside WHERE projection = $1 ORDER BY position',
    [projection],
  );
  return rows.map(({ stream, reason, company_id }) => ({
    sale: stream.split('_')[1],
    company: company_id,
    follows: reason.startsWith('follows'),
  }));
};

test('events that cannot be projected are set aside with the rest of their stream; all others continue', {
  tags: ['reliability-17'],
}, async () => {
  const { store, runner, registry, news, stop } = await startProjections(database.pool);
  const edit = { type: 'SaleEdited', data: { before: saleFacts(), after: saleFacts({ priceCents: 1 }) } };
  const editOf = (saleId: string) => ({ ...edit, data: { ...edit.data, saleId } });
  // At the same moment, so that healthy and poisoned events share batches.
  const positions = await Promise.all([
    ...Array.from({ length: 30 }, () => recordSale(store, 'healthy')),
    recordSale(store, 'sick', {}, 'unknown')
      .then(() => appendToSale(store, 'sick', 'unknown', { type: 'SaleTeleported', data: {} }))
      .then(() => appendToSale(store, 'sick', 'unknown', editOf('unknown'))),
    appendToSale(store, 'sick', 'misshapen', { type: 'SaleRecorded', data: { saleId: 'misshapen' } }).then(
      () => appendToSale(store, 'sick', 'misshapen', editOf('misshapen')),
    ),
    recordSale(store, 'sick', { saleName: 'a\0b' }, 'refused').then(() =>
      appendToSale(store, 'sick', 'refused', editOf('refused')),
    ),
    recordSale(store, 'sick', { entryDate: '2026-02-31' }, 'no such day'),
    appendToSale(store, 'sick', 'unfoldable', editOf('unfoldable')),
    ...Array.from({ length: 30 }, () => recordSale(store, 'healthy')),
    recordSale(store, 'sick', {}, 'fine'),
  ]);
  expect(await runner.progress.waitFor(Math.max(...positions), MAX_WAIT_MS)).toBe(true);

  const db = queriesOn<ReadModels>(database.pool);
  expect(await createQueries(db).commissionOf('healthy', 'ada')).toBe(60 * 10_00);
  expect((await createQueries(db).salesOfEmployee('healthy', 'ada')).rows).toHaveLength(60);
  expect((await createQueries(db).salesOfEmployee('sick', 'ada')).rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['fine', 'unknown']),
  );

  const expected = [
    { sale: 'misshapen', company: 'sick', follows: false },
    { sale: 'misshapen', company: 'sick', follows: true },
    { sale: 'no such day', company: 'sick', follows: false },
    { sale: 'refused', company: 'sick', follows: false },
    { sale: 'refused', company: 'sick', follows: true },
    { sale: 'unfoldable', company: 'sick', follows: false },
  ];
  const bySale = (a: { sale?: string | undefined }, b: { sale?: string | undefined }) =>
    (a.sale ?? '').localeCompare(b.sale ?? '');
  expect((await asideBy('sales-book')).toSorted(bySale)).toEqual(expected);
  const reasons = `SELECT DISTINCT reason FROM read.set_aside WHERE stream LIKE '%no such day'`;
  const told = (await database.pool.query(reasons)).rows;
  expect(told).toEqual([{ reason: expect.stringMatching('out of range: "2026-02-31"') }]);
  // The days do not use names, and to them an edit of a missing sale is just a sum.
  expect((await asideBy('employee-days')).toSorted(bySale)).toEqual(
    expected.filter(({ sale }) => ['misshapen', 'no such day'].includes(sale)),
  );
  // No row of the history depends on another event.
  expect((await asideBy('history')).filter(({ follows }) => follows)).toEqual([]);

  const metrics = await registry.metrics();
  expect(metrics).toContain('tallyboard_projection_set_aside_total{projection="sales-book"} 6');
  expect(metrics).toContain('tallyboard_projection_set_aside{projection="sales-book"} 6');
  expect(metrics).toContain('tallyboard_projection_lag_positions{projection="sales-book"} 0');
  const announced = news.flatMap((message) => (message.kind === 'committed' ? message.changes : []));
  expect(announced.some(({ companyId, model }) => companyId === 'healthy' && model === 'sales-book')).toBe(
    true,
  );

  const live = await dumpReadModels(database.pool);
  expect(await rebuild({ pool: database.pool, store, projections: allProjections })).toMatchObject({
    ok: true,
  });
  expect(await dumpReadModels(database.pool)).toEqual(live);
  expect((await asideBy('sales-book')).toSorted(bySale)).toEqual(expected);
  await stop();
});

test('a stream stays set aside after a restart, and a rebuild with the fault fixed includes it', async () => {
  const book: ReadModel = salesBook;
  const onRecorded = book.on.SaleRecorded;
  if (!onRecorded) throw new Error('the sales book handles recorded sales');
  const faulty: ReadModel = {
    ...book,
    on: {
      ...book.on,
      SaleRecorded: {
        needs: onRecorded.needs,
        apply(event, rows) {
          onRecorded.apply(event, rows);
          if (event.data.sale.saleName === 'Boom') throw new Error('a bug in the projector');
        },
      },
    },
  };
  const edit = {
    type: 'SaleEdited',
    data: { saleId: 'boom', before: saleFacts({ saleName: 'Boom' }), after: saleFacts({ saleName: 'Bang' }) },
  };
  const first = await startProjections(database.pool, [faulty, catalogue]);
  const recorded = await recordSale(first.store, 'co', { saleName: 'Boom' }, 'boom');
  expect(await first.runner.progress.waitFor(recorded, MAX_WAIT_MS)).toBe(true);
  await first.stop();

  const second = await startProjections(database.pool, [faulty, catalogue]);
  const edited = await appendToSale(second.store, 'co', 'boom', edit);
  expect(await second.runner.progress.waitFor(edited, MAX_WAIT_MS)).toBe(true);
  const db = queriesOn<ReadModels>(database.pool);
  expect((await createQueries(db).salesOfEmployee('co', 'ada')).rows).toEqual([]);
  expect(await asideBy('sales-book')).toHaveLength(2);
  await second.stop();

  const outcome = await rebuild({ pool: database.pool, store: second.store, projections: [salesBook] });
  expect(outcome).toMatchObject({ ok: true });
  expect(await asideBy('sales-book')).toEqual([]);
  expect(
    (await createQueries(db).salesOfEmployee('co', 'ada')).rows.map(({ sale_name }) => sale_name),
  ).toEqual(['Bang']);
});
