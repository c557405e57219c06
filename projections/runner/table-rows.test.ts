import { describe, expect, test } from 'vitest';
import { defineTable } from './table.ts';
import { createAddedRows, createRecentRows, createTableRows } from './table-rows.ts';

const table = defineTable({
  name: 'things',
  columns: { company_id: 'text', id: 'text', count: 'integer' },
  key: ['company_id', 'id'],
});
const thing = (id: string, count: number) => ({ company_id: 'co', id, count });

describe('the rows of a batch', () => {
  test('are loaded once; missing ones are remembered, too', () => {
    const { need, rows, missing, load, markWritten } = createTableRows(table, { size: 10 });
    need.row('co', 'a');
    need.row('co', 'b');
    expect(missing()).toHaveLength(2);
    load([thing('a', 1)]);
    expect(rows.get('co', 'a')).toEqual(thing('a', 1));
    expect(rows.get('co', 'b')).toBeUndefined();
    markWritten();
    need.row('co', 'a');
    need.row('co', 'b');
    expect(missing()).toEqual([]);
    expect(rows.get('co', 'a')).toEqual(thing('a', 1));
  });

  test('of a table that began empty are only looked up once some were dropped', () => {
    const { need, rows, missing, markWritten } = createTableRows(table, { size: 2, fromEmpty: true });
    const add = (id: string) => {
      need.row('co', id);
      rows.put(thing(id, 1));
      markWritten();
    };
    for (const id of ['a', 'b', 'c', 'd']) add(id);
    need.row('co', 'e');
    expect(missing()).toEqual([]);
    add('e');
    need.row('co', 'a');
    expect(missing()).toHaveLength(1);
  });

  test('cannot be used before they were requested', () => {
    const { rows } = createTableRows(table, { size: 10 });
    expect(() => rows.get('co', 'a')).toThrow('not asked for');
    expect(() => rows.put(thing('a', 1))).toThrow('not asked for');
  });

  test('are reported as created, updated and removed, compared with the database', () => {
    const { need, rows, load, changes } = createTableRows(table, { size: 10 });
    for (const id of ['old', 'gone', 'passing']) need.row('co', id);
    need.fresh('co', 'new');
    load([thing('old', 1), thing('gone', 1)]);
    rows.put(thing('old', 2));
    rows.put(thing('new', 1));
    rows.put(thing('passing', 1));
    rows.remove('co', 'passing');
    rows.remove('co', 'gone');
    expect(changes()).toEqual({
      created: [thing('new', 1)],
      updated: [thing('old', 2)],
      removed: ['co\0gone'],
    });
  });

  test('are the same row when read and written, whatever was read in between', () => {
    const { need, rows, changes } = createTableRows(table, { size: 10 });
    need.fresh('co', 'a');
    need.fresh('co', 'b');
    rows.get('co', 'a');
    rows.get('co', 'b');
    rows.put(thing('a', 1));
    rows.put(thing('b', 2));
    expect(changes().created).toEqual([thing('a', 1), thing('b', 2)]);
  });

  test('of an undone event are as before it', () => {
    const { need, rows, load, beginEvent, undoEvent, changes } = createTableRows(table, { size: 10 });
    need.row('co', 'a');
    need.fresh('co', 'b');
    load([thing('a', 1)]);
    beginEvent();
    rows.put(thing('a', 2));
    beginEvent();
    rows.put(thing('a', 3));
    rows.put(thing('b', 1));
    undoEvent();
    expect(rows.get('co', 'b')).toBeUndefined();
    expect(changes()).toEqual({ created: [], updated: [thing('a', 2)], removed: [] });
  });

  test('of a discarded batch are not remembered', () => {
    const { need, rows, load, discard, missing } = createTableRows(table, { size: 10 });
    need.row('co', 'a');
    load([thing('a', 1)]);
    rows.put(thing('a', 2));
    discard();
    need.row('co', 'a');
    expect(missing()).toHaveLength(1);
  });
});

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
});

const lines = defineTable({
  name: 'lines',
  columns: { company_id: 'text', position: 'bigint' },
  key: ['company_id', 'position'],
  addOnly: true,
});
const line = (position: number) => ({ company_id: 'co', position });

test('add-only rows are put without loading, undone with their event, and dropped once written', () => {
  const { rows, beginEvent, undoEvent, changes, changedKeys, markWritten, missing } = createAddedRows(lines);
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
  const { rows, need } = createAddedRows(lines);
  expect(() => rows.get('co', '1')).toThrow('only added');
  expect(() => need.row('co', '1')).toThrow('only added');
});
