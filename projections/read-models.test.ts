import { expect, test } from 'vitest';
import { allProjections } from './all.projections.ts';

test('checkpoints keep the read models by these names, and dashboards show one before its commit', () => {
  expect(allProjections.map(({ name, showsUncommitted }) => [name, showsUncommitted])).toEqual([
    ['directory', false],
    ['catalogue', false],
    ['company-account', false],
    ['sales-book', false],
    ['employee-days', true],
    ['job-aids', false],
    ['history', false],
    ['access', false],
    ['pay', false],
    ['claims', false],
  ]);
});
