import { describe, expect, it } from 'vitest';
import { leadSale as lead, sale } from '#tests/proof/small-export.ts';
import { earned, isRightlyPaid, saleChangeOf } from './sale-change.ts';

const { employeeId: _, ...withoutSeller } = sale;

describe('the change of a sale', () => {
  it.each([
    ['SaleRecorded', { sale }, { before: null, after: sale }],
    ['SaleEdited', { before: lead, after: sale }, { before: lead, after: sale }],
    ['SaleDeleted', { before: sale }, { before: sale, after: null }],
  ])('is read from %s', (type, data, change) => {
    expect(saleChangeOf({ type, data: { saleId: '1', ...data } })).toEqual({ saleId: '1', ...change });
  });

  it('is in no other event', () => {
    const data = { saleId: '1', sale, before: lead, after: sale };
    expect(saleChangeOf({ type: 'SaleParked', data })).toBeNull();
    expect(saleChangeOf({ type: 'GoalAdded', data: { goalId: '1' } })).toBeNull();
  });

  it.each([
    ['null', null],
    ['a text', 'text'],
    ['a number', 5],
    ['a list', []],
    ['without an id', { sale }],
    ['with a number as its id', { saleId: 5, sale }],
  ])('is not in data that is %s', (_what, data) => {
    expect(saleChangeOf({ type: 'SaleRecorded', data })).toBeNull();
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['a text', 'sale'],
    ['a list', []],
    ['without an employee', withoutSeller],
    ['of an employee whose id is a number', { ...sale, employeeId: 5 }],
    ['with a status that is a number', { ...sale, status: 5 }],
    ['with a price that is a text', { ...sale, priceCents: '10000' }],
    ['with a tax that is a text', { ...sale, taxPercent: '10' }],
    ['without a discount', { ...sale, discountPercent: null }],
    ['with a rate that is a text', { ...sale, commissionPercent: '10' }],
    ['without a commission', { ...sale, commissionCents: null }],
  ])('is not read when the sale is %s', (_what, other) => {
    for (const [type, data] of [
      ['SaleRecorded', { sale: other }],
      ['SaleEdited', { before: other, after: sale }],
      ['SaleEdited', { before: sale, after: other }],
      ['SaleDeleted', { before: other }],
    ] as const)
      expect(saleChangeOf({ type, data: { saleId: '1', ...data } })).toBeNull();
  });
});

it('a sale earns its commission for its employee once it is Closed', () => {
  expect(earned(sale)).toEqual({ employeeId: 'ada', cents: 800 });
  expect(earned(lead)).toBeNull();
  expect(earned(null)).toBeNull();
});

it('a sale is rightly paid when its commission is what the formula makes of it, to the cent', () => {
  const paid = [799, 800, 801].map((commissionCents) => isRightlyPaid({ ...sale, commissionCents }));
  expect(paid).toEqual([false, true, false]);
});
