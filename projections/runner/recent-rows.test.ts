import { expect, test } from 'vitest';
import { createRecentRows } from './recent-rows.ts';

test('keeps the rows used last and drops the others', () => {
  const recent = createRecentRows(3);
  recent.set('kept', { id: 'kept' });
  recent.set('absent', null);
  for (let number = 0; number < 20; number++) {
    recent.set(`passing ${number}`, { id: 'passing' });
    expect(recent.get('kept')).toEqual({ id: 'kept' });
    expect(recent.get('absent')).toBeNull();
  }
  expect(recent.get('passing 19')).toEqual({ id: 'passing' });
  expect(recent.get('passing 1')).toBeUndefined();
  recent.clear();
  expect(recent.get('kept')).toBeUndefined();
});
