import { expect, test } from 'vitest';
import { projected } from '#tests/projections/projected.ts';
import { deleted, edited, recorded } from '#tests/projections/sale-story.ts';
import { salesBook } from './sales-book.projector.ts';

test('a sale is written as recorded', () => {
  const { rowsOf } = projected(salesBook, recorded({ details: 'by phone', discountPercent: 2.5 }));
  expect(rowsOf('sales')).toEqual([
    {
      company_id: 'co',
      sale_id: 'sale',
      employee_id: 'ada',
      campaign_id: 'spring',
      entry_date: '2026-03-02',
      sale_name: 'Desk',
      customer_number: '42',
      details: 'by phone',
      status: 'Closed',
      price_cents: 10_000,
      discount_percent: 2.5,
      tax_percent: 0,
      commission_percent: 10,
      commission_cents: 1000,
      recorded_position: 1,
      since: 1,
    },
  ]);
});

test('an edit changes the sale but not its position in the list', () => {
  const { rowsOf } = projected(salesBook, recorded({}, 'other'), recorded(), edited({}, { status: 'Lead' }));
  expect(rowsOf('sales')).toMatchObject([
    { sale_id: 'other', recorded_position: 1 },
    { sale_id: 'sale', status: 'Lead', recorded_position: 2, since: 3 },
  ]);
  expect(rowsOf('past_sales')).toMatchObject([
    { sale_id: 'sale', status: 'Closed', recorded_position: 2, since: 2, until: 3 },
  ]);
});

test('a deleted sale is gone, and an edit of it is set aside', () => {
  const { rowsOf, aside } = projected(salesBook, recorded(), deleted(), edited({}, {}));
  expect(rowsOf('sales')).toEqual([]);
  expect(rowsOf('past_sales')).toMatchObject([{ sale_id: 'sale', status: 'Closed', since: 1, until: 2 }]);
  expect(aside).toHaveLength(1);
});
