import { expect, test } from 'vitest';
import { allProjections } from '../all.projections.ts';
import { createIndexes } from './schema.ts';

test('no two indexes share a name, so two connections can build them at the same time', () => {
  const tables = allProjections.flatMap((model) => Object.values(model.tables));
  const statements = tables.flatMap((table) => createIndexes('read', table));
  const names = statements.map((statement) => /^CREATE INDEX IF NOT EXISTS (\S+) ON /.exec(statement)?.[1]);
  expect(names).toContain('history_company_id_position_idx2');
  expect(new Set(names).size).toBe(statements.length);
});
