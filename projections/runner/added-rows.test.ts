import { expect, test } from 'vitest';
import { createAddedRows } from './added-rows.ts';
import { defineTable } from './table.ts';

const table = defineTable({
  name: 'lines',
  columns: { company_id: 'text', position: 'bigint' },
  key: ['company_id', 'position'],
  addOnly: true,
});
const line = (position: number) => ({ company_id: 'co', position });

test('add-only rows are put without loading, undone with their event, and dropped once written', () => {
  const { rows, beginEvent, undoEvent, changes, changedKeys, markWritten, missing } = createAddedRows(table);
  beginEvent();
  rows.put(line(1));
  beginEvent();
  rows.put(line(2));
  rows.put(line(3));
  undoEvent();
  const written = changes();
  expect(written).toEqual({ created: [line(1)], updated: [], removed: [] });
  expect([...changedKeys()]).toEqual([]);
  markWritten();
  expect(written.created).toEqual([line(1)]);
  expect(changes().created).toEqual([]);
  expect(missing()).toEqual([]);
});

test('a projector that reads one back gets an error', () => {
  const { rows, need } = createAddedRows(table);
  expect(() => rows.get('co', '1')).toThrow('only added');
  expect(() => need.row('co', '1')).toThrow('only added');
});
