import { expect, it } from 'vitest';
import { touchesOf } from './touches.ts';

const companyId = 'c';

it('a row of the billboard is on the board and among its person’s own figures', () => {
  const keys = [{ day: '2026-11-21', employee_id: 'ada' }];
  expect(touchesOf({ model: 'billboard', companyId, keys })).toEqual([
    { topic: 'billboard', person: null, date: '2026-11-21', key: 'ada' },
    { topic: 'own figures', person: 'ada', date: '2026-11-21', key: 'ada' },
  ]);
});

it('commission of any day is part of the total of today', () => {
  const keys = [{ day: '2026-01-02', employee_id: 'ada' }];
  expect(touchesOf({ model: 'commission', companyId, keys })).toEqual([
    { topic: 'own figures', person: 'ada', date: null, key: 'ada' },
  ]);
});

it('a sale is news, a new name or campaign concerns its person and every board, a campaign or goal everybody', () => {
  const touched = (model: string, key: Record<string, string>) =>
    touchesOf({ model, companyId, keys: [key] }).map(({ topic, person, key: row }) => [topic, person, row]);
  expect(touched('sales-book', { sale_id: 's' })).toEqual([['sale news', null, 's']]);
  expect(touched('directory', { employee_id: 'ada' })).toEqual([
    ['billboard', null, 'ada'],
    ['own figures', 'ada', 'ada'],
  ]);
  for (const id of ['campaign_id', 'goal_id']) {
    expect(touched('catalogue', { [id]: 'solar' })).toEqual([
      ['billboard', null, null],
      ['own figures', null, 'solar'],
    ]);
  }
});

it('a change without keys may be any row', () => {
  expect(touchesOf({ model: 'billboard', companyId, keys: [] })).toEqual([
    { topic: 'billboard', person: null, date: null, key: null },
    { topic: 'own figures', person: null, date: null, key: null },
  ]);
});
